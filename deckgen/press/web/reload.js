"use strict";
/* A watched page loads itself again, and stays as it was left. */
for (const box of document.querySelectorAll("input")) {
  try { box.checked = sessionStorage.getItem(box.id) === "1"; } catch { /* storage is forbidden */ }
  box.addEventListener("change", () => {
    try { sessionStorage.setItem(box.id, box.checked ? "1" : "0"); } catch { /* storage is forbidden */ }
  });
}
setTimeout(() => location.reload(), 1000 * SECONDS);
