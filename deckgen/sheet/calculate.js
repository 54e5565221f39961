/**
 * What follows from the values of a sheet, computed as formula.py and character.py do it. program.py adds the
 * sheet's data and its formulas. Plain ES5: it runs in PDF viewers and in browsers.
 *
 * A value is a number [numerator, denominator] in lowest terms, a text, a group (entries by name, or a Named), or
 * null for what is not filled in. Where an entry is a function, that tells the value.
 *
 * @typedef {[number, number]} Rational
 * @typedef {{name: string, type: string, least?: number, most?: number, highest?: number, usual?: *,
 *   options?: string[], labels?: Object<string, string>, unit?: string, formula?: function(Object): *}} Column
 * @typedef {{name: string, kind: string, keys: string[], columns: Column[], main?: string, short?: number,
 *   key?: string, special?: string, missing?: Rational}} Group
 * @typedef {{groups: Group[], order: [number, number][], scope: Object, decimal: string, between: RegExp,
 *   number: RegExp, table?: Object<string, function(Object): *>}} Sheet  table: formulas of what goes to the table
 */

/** Thrown where a value is not filled in; it makes the whole formula empty, as an error does. */
var EMPTY = {empty: true};
var LARGEST = 1e15;

/** @param {string} what @return {never} */
function fail(what) {
  throw new Error(what);
}

/** @param {Object} names @param {string} name */
function has(names, name) {
  return Object.prototype.hasOwnProperty.call(names, name);
}

/** A group of these entries that inherits nothing but, if it is given, what another one has.
 * @param {Object} entries @param {Object} [around] */
function group(entries, around) {
  var made = Object.create(around || null);
  for (var name in entries) {
    if (has(entries, name)) {
      made[name] = entries[name];
    }
  }
  return made;
}

/** A group that finds its entries by a function; undefined is no entry.
 * @constructor @param {function(string): *} find */
function Named(find) {
  this.find = find;
}

// Exact numbers

/** @param {number} a @param {number} b @return {number} */
function divisor(a, b) {
  a = Math.abs(a);
  while (b) {
    var rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/** @param {number} n @param {number} d @return {Rational} */
function rational(n, d) {
  var common = divisor(n, d) || 1;
  if (!(Math.abs(n / common) <= LARGEST && d / common <= LARGEST)) {
    fail("too large");
  }
  return [n / common, d / common];
}

/** Numerators over the same denominator. @param {*} a @param {*} b @return {[number, number, number]} */
function together(a, b) {
  a = number(a);
  b = number(b);
  var common = divisor(a[1], b[1]);
  var left = a[0] * (b[1] / common);
  var right = b[0] * (a[1] / common);
  var below = (a[1] / common) * b[1];
  if (!(Math.abs(left) + Math.abs(right) <= LARGEST && below <= LARGEST)) {
    fail("too large");
  }
  return [left, right, below];
}

/** @return {Rational} */
function number(value) {
  if (!(value instanceof Array)) {
    fail("not a number");
  }
  return value;
}

function add(a, b) {
  var both = together(a, b);
  return rational(both[0] + both[1], both[2]);
}

function negative(a) {
  return [0 - number(a)[0], a[1]];
}

function subtract(a, b) {
  return add(a, negative(b));
}

function multiply(a, b) {
  a = number(a);
  b = number(b);
  var first = divisor(a[0], b[1]) || 1;
  var second = divisor(b[0], a[1]) || 1;
  return rational((a[0] / first) * (b[0] / second), (a[1] / second) * (b[1] / first));
}

function divide(a, b) {
  b = number(b);
  if (!b[0]) {
    fail("divides by zero");
  }
  return multiply(a, b[0] < 0 ? [0 - b[1], 0 - b[0]] : [b[1], b[0]]);
}

function floor(a) {
  var rest = number(a)[0] % a[1];
  return [(a[0] - (rest < 0 ? rest + a[1] : rest)) / a[1], 1];
}

function ceil(a) {
  return negative(floor(negative(a)));
}

function divideWhole(a, b) {
  return floor(divide(a, b));
}

/** The value for which the difference to all others has that sign. */
function extreme(sign, values) {
  var best = number(values[0]);
  for (var i = 1; i < values.length; i++) {
    var both = together(best, values[i]);
    best = (both[1] - both[0]) * sign > 0 ? values[i] : best;
  }
  return best;
}

function min() {
  return extreme(-1, arguments);
}

function max() {
  return extreme(1, arguments);
}

/** @param {Object} scope @param {string} of a group @param {string} name of a value @return {Rational} */
function sum(scope, of, name) {
  var total = [0, 1];
  scope["sum()"][of]().forEach(function (entry) {
    var value = valueOf(entry[name]);
    total = value === null ? total : add(total, value);
  });
  return total;
}

// Comparisons and look-ups

/** @param {string[]} signs @param {(function(): *)[]} parts @return {Rational} 1 if it is true, 0 if not */
function compare(signs, parts) {
  var first = plainValue(parts[0]());
  for (var i = 0; i < signs.length; i++) {
    var second = plainValue(parts[i + 1]());
    if (!holds(signs[i], first, second)) {
      return [0, 1];
    }
    first = second;
  }
  return [1, 1];
}

function holds(sign, first, second) {
  if (sign === "==" || sign === "!=") {
    return (String(first) === String(second) && typeof first === typeof second) === (sign === "==");
  }
  var both = together(first, second);
  var more = both[0] - both[1];
  return sign === "<" ? more < 0 : sign === "<=" ? more <= 0 : sign === ">" ? more > 0 : more >= 0;
}

function yes(value) {
  return number(value)[0] !== 0;
}

function plainValue(value) {
  if (!(value instanceof Array || typeof value === "string")) {
    fail("a group");
  }
  return value;
}

/** @param {*} entry a value, or a function that tells it */
function valueOf(entry) {
  return typeof entry === "function" ? entry() : entry;
}

/** An entry of a group. @param {*} of @param {string} name */
function get(of, name) {
  var found;
  if (of instanceof Named) {
    found = of.find(name);
  } else if (typeof of === "object" && !(of instanceof Array) && name in of) {
    found = valueOf(of[name]);
  }
  if (found === undefined) {
    fail("there is no " + name);
  }
  if (found === null) {
    throw EMPTY;
  }
  return found;
}

/** A value as it is printed. @param {*} value @param {string} [decimal] @return {string} */
function shown(value, decimal) {
  if (typeof plainValue(value) === "string") {
    return value;
  }
  var n = Math.abs(value[0]);
  var rest = n % value[1];
  var text = String((n - rest) / value[1]);
  if (rest) {
    var parts = 1e9 / value[1];
    var digits = ("00000000" + rest * parts).slice(-9).replace(/0+$/, "");
    text = 1e9 % value[1] ? n + "/" + value[1] : text + (decimal || ".") + digits;
  }
  return value[0] < 0 ? "\u2212" + text : text;
}

/** The texts of a grid for a number of dice; after the last, another card is drawn or the last one kept.
 * @param {string[]} texts @param {string} beyond */
function cells(texts, beyond) {
  return new Named(function (name) {
    var dice = /^[0-9]{1,4}$/.test(name) ? Number(name) : 0;
    var last = texts[texts.length - 1];
    var before = "";
    while (beyond === "again" && dice > texts.length) {
      before += last + " + ";
      dice -= texts.length;
    }
    return dice > texts.length && beyond === "last" ? last : dice && dice <= texts.length ? before + texts[dice - 1] : undefined;
  });
}

/** Texts that stay the same from some number on to the next: [number, text, number, text ...] for each part.
 * @param {Array[]} parts @param {number} most @param {string} end */
function chances(parts, most, end) {
  return new Named(function (name) {
    var at = /^\u2212?[0-9]+$/.test(name) ? Number(name.replace("\u2212", "-")) : fail("not whole");
    var settled = parts.every(function (steps) {
      return steps[steps.length - 1] === ">99" || steps[steps.length - 1] === 100;
    });
    if (at < parts[0][0] || (at > most && !settled)) {
      return null;
    }
    return parts.map(function (steps) {
      for (var i = steps.length - 2; steps[i] > at; i -= 2) {
      }
      return steps[i + 1];
    }).join(" \u00b7 ") + end;
  });
}

/**
 * The calculator of a sheet: given what reads the text of a field ("" if it is empty or not there; of a ticked
 * mark any text), it has text(name), what a derived field shows, and order, the names of all of these; value(formula,
 * group, key) is that of one of the table, of an entry of a list. Values are read when they are needed, and once: for
 * new ones, make another.
 * @param {Sheet} sheet
 */
function calculator(sheet) {
  /** What formulas call an entry of a list. @param {string} name */
  function plain(name) {
    var folded = name.toLowerCase().replace(/\u03c2/g, "\u03c3").replace(/\u00df/g, "ss");
    return folded.replace(sheet.between, "_").replace(/^_+|_+$/g, "");
  }

  /** @param {string} text @return {?Rational} */
  function readNumber(text) {
    var found = sheet.number.exec(text);
    if (!found) {
      return null;
    }
    var places = found[4] || "";
    if (places && found[3] !== sheet.decimal && places.length === 3 && /[1-9]/.test(found[2])) {
      return null;
    }
    var n = Number(found[2] + places);
    return rational(found[1] === "-" ? 0 - n : n, Math.pow(10, places.length));
  }

  /** @param {Column} column @param {string} text */
  function option(column, text) {
    for (var name in column.labels) {
      if (column.labels[name] === text) {
        return name;
      }
    }
    return text;
  }

  function called(column, name) {
    return column.labels && has(column.labels, name) ? column.labels[name] : name;
  }

  return function (read) {
    var scope = group(sheet.scope);
    /** @type {Object<string, function(): {value: *, text: string}>} */
    var derived = {};
    var order = [];
    var scopes = {};

    function trimmed(name) {
      return read(name).trim();
    }

    /** The value of a field that is filled in. @param {Column} column @param {string} name */
    function input(column, name) {
      var usual = column.usual === undefined ? null : column.usual;
      if (column.type === "track") {
        var marks = 0;
        for (var i = 1; i <= column.most; i++) {
          marks = trimmed(name + "." + i) ? (column.highest ? i : marks + 1) : marks;
        }
        return marks || usual !== null ? [marks, 1] : null;
      }
      var text = trimmed(name);
      if (!text) {
        return usual;
      }
      if (column.type === "number") {
        var found = readNumber(text.replace("\u2212", "-"));
        return found && found[0] >= column.least * found[1] && found[0] <= column.most * found[1] ? found : null;
      }
      if (column.type === "dice") {
        var pool = /^([1-9][0-9]?)?(d[1-9][0-9]*)$/.exec(text);
        var dice = pool ? Number(pool[1] || 1) : 0;
        var known = pool && dice <= column.most && column.options.indexOf(pool[2]) >= 0;
        return known ? group({dice: [dice, 1], die: [Number(pool[2].slice(1)), 1]}) : null;
      }
      text = option(column, text);
      return column.type !== "choice" || column.options.indexOf(text) >= 0 ? text : null;
    }

    /** A function that tells what ``make`` made at its first call. */
    function once(make) {
      var made;
      return function () {
        made = made || {of: make()};
        return made.of;
      };
    }

    /** @param {Column} column @param {string} name @param {Object} around @param {function(): boolean} filled */
    function computed(column, name, around, filled) {
      var cell = once(function () {
        var own = trimmed("overrides." + name);
        if (own) {
          var bare = column.unit ? own.replace(new RegExp("\\s*" + column.unit.replace(/\W/g, "\\$&") + "$"), "") : own;
          var said = readNumber(bare.replace("\u2212", "-"));
          return {value: said === null ? own : said, text: ""};
        }
        try {
          var value = column.formula(around);
          var text = shown(value, sheet.decimal);
          if (text && filled()) {
            return {value: value, text: column.unit ? text + " " + column.unit : text};
          }
        } catch (error) {
          // Not filled in, or nothing that can be computed: either way, the field is empty.
        }
        return {value: null, text: ""};
      });
      derived[name] = cell;
      return function () {
        return cell().value;
      };
    }

    /** The values of an entry: one of them, or a group. @param {Group} of @param {string} key */
    function entry(of, key) {
      var around = group({}, scope);
      var made = group({});
      var name = key ? of.name + "." + key : of.name;
      scopes[name] = around;
      var filled = once(function () {
        return of.kind !== "rows" || of.columns.some(function (column) {
          var own = column.formula ? "overrides." + name + "." + column.name : name + "." + column.name;
          for (var i = 1; column.type === "track" && i <= column.most; i++) {
            if (trimmed(own + "." + i)) {
              return true;
            }
          }
          return trimmed(own) !== "";
        });
      });
      of.columns.forEach(function (column) {
        var own = column.name ? name + "." + column.name : name;
        var value = column.formula ? computed(column, own, around, filled) : once(function () {
          return input(column, own);
        });
        made[column.name] = around[column.name] = value;
        if (column.name === of.main && column.type === "dice") {
          ["dice", "die"].forEach(function (part) {
            made[part] = around[part] = function () {
              var pool = value();
              return pool && pool[part];
            };
          });
        }
      });
      made["sum()"] = filled;
      return of.columns[0].name ? made : made[""];
    }

    /** The entries of a list by name; of several with one name the one worth most. @param {Group} of */
    function named(of, entries) {
      var index = {};
      var whole = {};
      var naming = of.columns.filter(function (column) {
        return column.name === of.key || column.name === of.special;
      });
      (naming.length ? entries : []).forEach(function (each) {
        var main = of.columns.filter(function (column) {
          return column.name === of.main && !column.formula;
        })[0];
        var value = main ? each[main.name]() : null;
        naming.forEach(function (column) {
          var name = each[column.name]() || "";
          var written = plain(called(column, name));
          var original = plain(name);
          for (var own in column.labels) {
            if (plain(column.labels[own]) === written) {
              original = plain(own);
            }
          }
          [written, original].forEach(function (key, second) {
            var old = has(index, key) ? index[key] : null;
            var more = !(old instanceof Array) || (value instanceof Array && holds(">", value, old));
            if (key && !(second && written === original) && more) {
              index[key] = of.main ? value : each;
              whole[key] = each;
            }
          });
        });
      });
      return {index: index, whole: whole};
    }

    function lookUp(index, missing) {
      return new Named(function (name) {
        if (has(index(), name)) {
          return index()[name];
        }
        var known = plain(name);
        return known !== name && has(index(), known) && index()[known] !== null ? index()[known] : missing;
      });
    }

    sheet.groups.forEach(function (of) {
      var steps = of.name.split(".");
      var last = steps.pop();
      var place = scope;
      steps.forEach(function (step) {
        place = place[step] = place[step] || group({});
      });
      var entries = of.keys.map(function (key) {
        return entry(of, key);
      });
      scope["sum()"] = scope["sum()"] || {};
      scope["sum()"][of.name] = function () {
        return of.kind === "rows" ? entries.filter(function (each) {
          return each["sum()"]();
        }) : entries;
      };
      if (of.kind === "one") {
        place[last] = entries[0];
      } else if (of.kind === "keys") {
        place[last] = group({});
        of.keys.forEach(function (key, i) {
          place[last][key] = entries[i];
          if (of.short) {
            scope[key] = entries[i];
          }
        });
      } else {
        var found = once(function () {
          return named(of, entries);
        });
        place[last] = lookUp(function () {
          return found().index;
        }, of.missing || null);
        if (/s$/.test(last)) {
          place[last.slice(0, -1)] = place[last];
        }
        if (of.key) {
          scope.entry = scope.entry || group({});
          scope.entry[of.name] = lookUp(function () {
            return found().whole;
          }, null);
        }
      }
    });
    sheet.order.forEach(function (place) {
      var of = sheet.groups[place[0]];
      of.keys.forEach(function (key) {
        var steps = [of.name, key, of.columns[place[1]].name];
        order.push(steps.filter(Boolean).join("."));
      });
    });
    return {
      order: order,
      text: function (name) {
        return has(derived, name) ? derived[name]().text : "";
      },
      shown: shown,
      value: function (formula, name, key) {
        try {
          return plainValue(sheet.table[formula](name ? scopes[name + "." + key] : scope));
        } catch (error) {
          return null;
        }
      }
    };
  };
}
