import { origin } from '#analysis/flow/value.ts'
import { http } from './http.ts'
import type { Table } from './knowledge.ts'

/** Functions of pages, and timers that Node.js has as well. */
export const browser: Table = [
  [{ does: 'runs-code', named: { text: 0 }, apply: [0, 2] }, 'setTimeout setInterval'],
  [
    { does: 'runs-code', named: { text: 0 }, apply: [0, 1] },
    'setImmediate queueMicrotask process.nextTick requestIdleCallback',
  ],
  [{ special: 'url' }, 'URL'],
  [{ does: 'runs-code', named: { code: 0 } }, '$.globalEval'],
  [
    { does: 'runs-code', named: { bytes: 0 } },
    'WebAssembly.instantiate WebAssembly.instantiateStreaming WebAssembly.compile WebAssembly.compileStreaming',
  ],
  [
    http,
    'fetch navigator.sendBeacon XMLHttpRequest WebSocket EventSource RTCPeerConnection $.get $.post $.ajax $.getJSON',
  ],
  [{ does: 'loads-script', named: { code: 0, options: 1 }, special: 'module' }, 'import'],
  [
    { does: 'loads-script', named: { code: 0, options: 1 } },
    'Worker importScripts navigator.serviceWorker.register $.getScript',
  ],
  [{ returns: 'element', refs: ['#blob'] }, 'Blob'],
  [{ special: 'element' }, 'document.createElement document.createElementNS .createElement .createElementNS'],
  [{ returns: 'nothing', refs: ['#own-page'] }, 'GetParentResourceName'],
  [{ does: 'adds-markup', named: { markup: 0 } }, 'document.write document.writeln'],
  [
    { does: 'adds-markup', named: { markup: 0 }, returns: 'object' },
    '.append .prepend .html .after .before .replaceWith .createContextualFragment',
  ],
  [{ does: 'adds-markup', named: { markup: 1 } }, '.insertAdjacentHTML'],
  [{ does: 'sets-attribute', named: { name: 0, value: 1 } }, '.setAttribute'],
  [
    { does: 'shows-page', named: { url: 0 } },
    'location.replace location.assign document.location.replace document.location.assign',
  ],
  [{ gives: origin.event }, 'prompt'],
  [{ special: 'readStorage' }, 'localStorage.getItem sessionStorage.getItem'],
  [{ special: 'writeStorage' }, 'localStorage.setItem sessionStorage.setItem'],
  [{ special: 'proxy' }, 'Proxy'],
  [{ refs: ['#response'] }, '.createDataChannel'],
  [{ does: 'sends-more' }, '.addTrack .addStream .addTransceiver'],
  [{ gives: origin.private }, '.captureStream'],
  [{ refs: ['#picture'] }, '.toDataURL'],
  [{ callbacks: 0, refs: ['#picture'] }, '.toBlob .convertToBlob'],
  [
    { gives: origin.private, callbacks: origin.private },
    'navigator.mediaDevices.getUserMedia navigator.mediaDevices.getDisplayMedia navigator.clipboard.readText FormData',
  ],
  [{ special: 'opens' }, '.open'],
  [{ gives: origin.http }, '.getImageData'],
  [{ gives: origin.private }, 'getSelection document.getSelection'],
  [
    { special: 'typedField' },
    '$ document.getElementById document.querySelector document.querySelectorAll document.getElementsByName .querySelector',
  ],
  [{ gives: origin.private }, 'HTMLInputElement.prototype.value.get'],
  [{ does: 'listens', trigger: 'event', channel: 0, callbacks: origin.event }, '.addEventListener'],
]
