var deckgenShow=(function(doc){
  var sheet,of,shown;
  return function(event){
    var name=event.target.name,prefix=(/^[0-9]+[.]/.exec(name)||[""])[0];
    if(!sheet||of!==prefix||shown[name]){
      of=prefix;
      shown={};
      sheet=deckgenSheet(function(own){
        var field=doc.getField(prefix+own);
        var text=field&&field.name===prefix+own?String(field.valueAsString):"";
        return text==="Off"?"":text;
      });
    }
    shown[name]=true;
    event.value=sheet.text(name.slice(prefix.length));
  };
})(this);
