/** Portraits: a picture from a file, scaled down so that it can be saved. */

var LARGEST = 640;  // pixels of the longer side
var TOO_LARGE = 40e6;  // bytes
/** @type {string} the field that a picture is chosen for */
var picturing = "";
var pictureFile = /** @type {HTMLInputElement} */ (document.getElementById("picture"));

/** @param {any} place */
function showPicture(place) {
  var text = store.read(place.dataset.picture);
  var image = place.querySelector("img");
  if (text && image.getAttribute("src") !== text) image.src = text;
  image.hidden = !text;
  place.querySelector(".remove").hidden = !text;
  place.classList.toggle("empty", !text);
}

sheet.addEventListener("click", function (event) {
  var button = event.target.closest(".choose,.remove");
  if (!button) return;
  picturing = button.closest("[data-picture]").dataset.picture;
  if (button.classList.contains("remove")) store.write(picturing, "");
  else pictureFile.click();
});

pictureFile.addEventListener("change", function () {
  var file = pictureFile.files[0];
  pictureFile.value = "";
  if (!file) return;
  if (file.size > TOO_LARGE) return announce(say("large"));
  var address = URL.createObjectURL(file);
  var image = new Image();
  image.onload = function () {
    URL.revokeObjectURL(address);
    var scale = Math.min(1, LARGEST / Math.max(image.naturalWidth, image.naturalHeight));
    var canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    var context = canvas.getContext("2d");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    store.write(picturing, canvas.toDataURL("image/jpeg", 0.85));
  };
  image.onerror = function () {
    URL.revokeObjectURL(address);
    announce(say("bad_picture"));
  };
  image.src = address;
});
