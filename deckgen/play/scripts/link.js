/*
 * A line to another browser without a server between them: what each must know of the other goes by a code that people
 * send (web/scripts/codes.js). Of a browser's description only a few things differ; the rest is always alike.
 */

/** How long to look for one's own addresses, and how long for the other, in ms. */
const GATHERING = 4000;
export const CONNECTING = 15_000;
const MOST_ADDRESSES = 12;
/** What stands in a description, so that nothing else gets there from a code. @type {{[part: string]: RegExp}} */
const PARTS = { user: /^[\w+/-]{4,256}$/u, password: /^[\w+/-]{22,256}$/u, print: /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/u };
const ADDRESS = /^[\w.:-]{2,64}$/u;

/** Whether data from a code is a side of a line. @param {any} data @returns {data is Side} */
export function isSide(data) {
  return Object.entries(PARTS).every(([name, like]) => typeof data?.[name] === "string" && like.test(data[name]))
    && Array.isArray(data.at) && data.at.length <= MOST_ADDRESSES && data.at.every((/** @type {any} */ at) => Array.isArray(at)
      && typeof at[0] === "string" && ADDRESS.test(at[0]) && Number.isInteger(at[1]) && at[1] > 0 && at[1] < 65536);
}

/** What differs from browser to browser in a description. @param {string} sdp @returns {Side} */
function sideOf(sdp) {
  const one = (/** @type {RegExp} */ like) => like.exec(sdp)?.[1] ?? "";
  const found = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/gimu)];
  const at = found.map(([, address, port, kind]) => (kind === "host" ? [address, Number(port)] : [address, Number(port), 1])).slice(0, MOST_ADDRESSES);
  return { user: one(/^a=ice-ufrag:(\S+)/mu), password: one(/^a=ice-pwd:(\S+)/mu), print: one(/^a=fingerprint:sha-256 (\S+)/mu), at };
}

/** A description of a side. @param {Side} side @param {"offer" | "answer"} type */
function descriptionOf({ user, password, print, at }, type) {
  const candidates = at.map(([address, port, outside], number) => `a=candidate:${number} 1 udp ${(outside ? 1677729535 : 2113937151) - number} ${address} ${port} typ ${
    outside ? "srflx raddr 0.0.0.0 rport 0" : "host"}`);
  const sdp = ["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${user}`, `a=ice-pwd:${password}`, `a=fingerprint:sha-256 ${print}`, `a=setup:${type === "offer" ? "actpass" : "active"}`,
    "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144", ...candidates, ""].join("\r\n");
  return { type, sdp };
}

/**
 * One line: who invites makes an offer and accepts the answer, the other answers an offer. It is "waiting" until it is
 * "open"; then it may be "away" for a while, and once it is "closed" it stays so.
 */
export class Link {
  state = /** @type {"waiting" | "open" | "away" | "closed"} */ ("waiting");

  /** @param {string} stun  address of a server that tells this browser its own address, "" for none
   * @param {(text: string | null) => void} heard  receives texts, and null for anything else @param {() => void} changed  after every change of the state */
  constructor(stun, heard, changed) {
    this.peer = new RTCPeerConnection({ iceServers: stun ? [{ urls: stun }] : [] });
    this.channel = this.peer.createDataChannel("table", { negotiated: true, id: 0 });
    this.changed = changed;
    this.channel.onopen = () => this.#turn("open");
    this.channel.onclose = () => this.close();
    this.channel.onmessage = ({ data }) => heard(typeof data === "string" ? data : null);
    this.peer.onconnectionstatechange = () => {
      const { connectionState } = this.peer;
      if (connectionState === "disconnected" && this.state === "open") this.#turn("away");
      if (connectionState === "connected" && this.state === "away") this.#turn("open");
      if (connectionState === "failed" && this.state === "away") this.close();
    };
  }

  /** @param {"open" | "away" | "closed"} state */
  #turn(state) {
    if (this.state === state || this.state === "closed") return;
    this.state = state;
    this.changed();
  }

  /** What the other must know: as an answer to its side, else as an offer. @param {Side} [side] */
  async side(side) {
    const { peer } = this;
    if (side) await peer.setRemoteDescription(descriptionOf(side, "offer"));
    await peer.setLocalDescription(await (side ? peer.createAnswer() : peer.createOffer()));
    await new Promise((done) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done(null);
      setTimeout(done, peer.iceGatheringState === "complete" ? 0 : GATHERING);
    });
    return sideOf(peer.localDescription?.sdp ?? "");
  }

  /** The answer to this side's offer. @param {Side} side */
  async accept(side) {
    await this.peer.setRemoteDescription(descriptionOf(side, "answer"));
  }

  /** @param {string} text */
  send(text) {
    if (this.channel.readyState === "open") this.channel.send(text);
  }

  close() {
    this.#turn("closed");
    this.peer.close();
  }
}
