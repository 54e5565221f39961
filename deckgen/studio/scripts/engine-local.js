/* The engine of `deckgen studio`: Python on this machine, asked over its own server. */
const PERIOD = 1500; // ms

/** Send a body and return the answer. @param {string} to @param {string | Uint8Array<ArrayBuffer>} body @returns {Promise<Answer>} */
async function send(to, body) {
  const headers = { "Content-Type": typeof body === "string" ? "application/json" : "application/zip" };
  const response = await fetch(to, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Return an engine that is ready at once. @param {(state: EngineState) => void} onState @returns {Promise<Engine>} */
export async function connect(onState) {
  onState({ ready: true });
  return {
    ask: (request, bytes) => (bytes ? send("game", bytes) : send("ask", JSON.stringify(request))),
    stop() {},
    watch(onChange) {
      let before = "";
      setInterval(async () => {
        const stamp = document.hidden ? before : await fetch("changed").then((response) => response.text()).catch(() => before);
        if (before && stamp !== before) onChange();
        before = stamp;
      }, PERIOD);
    },
  };
}
