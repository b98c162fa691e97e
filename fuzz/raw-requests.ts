import { mutate } from './mutate.ts'
import type { Picker } from '#test-support/seeded-random.ts'

/** Bytes for one connection, the maximum number of responses, and their statuses if they are known. */
export type RawRequest = { what: string; bytes: Buffer; responsesMax: number; statuses?: readonly number[] }

const host = 'Host: hub.example\r\n'
const json = 'Content-Type: application/json\r\n'
const close = 'Connection: close\r\n'
const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: x\r\n\r\n'

type Make = (random: Picker) => RawRequest

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n`
const post = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\n${host}${json}${headers}\r\n${body}`
const raw = (what: string, text: string, responsesMax = 1): RawRequest => ({
  what,
  bytes: Buffer.from(text, 'latin1'),
  responsesMax,
})

/** Two lengths, or two kinds of length (request smuggling): the body for one parser is a request for another. */
const smuggled: Make = (random) => {
  const { length } = hidden
  const chunked = random.pick([
    'Transfer-Encoding: chunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: identity, chunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    'transfer-encoding: CHUNKED',
    'X: x\nTransfer-Encoding: chunked',
    'Transfer-Encoding\r\n : chunked',
    'Transfer-Encoding: \x0bchunked',
  ])
  const head = random.pick([
    `Content-Length: ${length + 5}\r\n${chunked}\r\n`,
    `${chunked}\r\nContent-Length: 4\r\n`,
    `Content-Length: ${length}\r\nContent-Length: 0\r\n`,
    `Content-Length: 0, ${length}\r\n`,
    `Content-Length: +0\r\n`,
    `Content-Length: 0x0\r\n`,
    `Content-Length: -1\r\n`,
    `Content-Length: ${length}\r\ncontent_length: 0\r\n`,
    `Content-Length:\r\n ${length}\r\n`,
  ])
  const body = random.pick([`0\r\n\r\n${hidden}`, hidden, `${length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`])
  return raw('smuggled', post(head, body))
}

/** Chunks with invalid sizes, line ends and trailers. */
const chunks: Make = (random) => {
  const size = random.pick([
    '2',
    '02',
    '0x2',
    '2;a=b',
    '2 ',
    '-2',
    'ffffffffffffffff',
    'zz',
    '',
    '2\n',
    '100000000',
  ])
  const end = random.pick(['\r\n', '\n', '', '\r'])
  const trailer = random.pick(['', 'X: y\r\n', `Content-Length: 5\r\n`, 'X\r\n'])
  return raw(
    'chunks',
    post(`Transfer-Encoding: chunked\r\n${close}`, `${size}\r\n{}${end}0\r\n${trailer}\r\n`),
    2,
  )
}

/** Responses must come in the order of the requests, one for each. */
const pipelined: Make = (random) => {
  const choices = [
    [get('/api/health/live'), 200],
    [get('/api/nothing'), 404],
    [get('/api/users/me'), 401],
    [get('/api/scripts?page=x'), 400],
    [post('Content-Length: 2\r\n', '{}'), 400],
    [get('/api/stats?nul=%00'), 400],
  ] as const
  const drawn = Array.from({ length: 2 + random.below(12) }, () => random.pick(choices))
  const text = drawn.map(([request]) => request).join('') + get('/api/health/live', close)
  const statuses = [...drawn.map(([, status]) => status), 200]
  return { ...raw('pipelined', text, statuses.length), statuses }
}

const partial: Make = (random) => {
  const whole = post('Content-Length: 40\r\n', '{"email":"a@b.co","password":"something"}')
  return raw('partial', whole.slice(0, random.below(whole.length)))
}

const odd: Make = (random) =>
  raw(
    'odd',
    random.pick([
      `GET /\x00 HTTP/1.1\r\n${host}${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}X: a\x00b\r\n${close}\r\n`,
      `GET http://other.example/api/health HTTP/1.1\r\n${host}${close}\r\n`,
      `GET //other.example/%2e%2e HTTP/1.1\r\n${host}${close}\r\n`,
      `GET /../../etc/passwd HTTP/1.1\r\n${host}${close}\r\n`,
      `GET / HTTP/9.9\r\n${host}\r\n`,
      `GET / HTTP/1.0\r\n\r\n`,
      `GET /\r\n\r\n`,
      `CONNECT other.example:443 HTTP/1.1\r\n${host}\r\n`,
      `TRACE / HTTP/1.1\r\n${host}${close}\r\n`,
      `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`,
      `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}${host}${close}\r\n`,
      `GET / HTTP/1.1\r\nHost: a b\r\n${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}Expect: ${'x'.repeat(random.below(100))}\r\n${close}\r\n`,
      `GET /${'a'.repeat(random.below(20_000))} HTTP/1.1\r\n${host}${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(random.below(20_000))}\r\n${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(random.below(2_500))}${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}Range: bytes=${'0-,'.repeat(random.below(2_000))}\r\n${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}Authorization: Bearer ${'a'.repeat(random.below(9_000))}\r\n${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}If-None-Match: ${'"a",'.repeat(random.below(3_000))}\r\n${close}\r\n`,
      `GET / HTTP/1.1\r\n${host}Accept-Encoding: ${'br;q=0,'.repeat(random.below(2_000))}\r\n${close}\r\n`,
      '\r\n'.repeat(random.below(500)),
      `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
    ]),
    2,
  )

/** A valid request with mutations; the result is unpredictable. */
const mutated: Make = (random) => {
  const whole = random.pick([
    get('/api/scripts?q=garage', close),
    get('/', `Accept-Encoding: br, gzip\r\n${close}`),
    post(`Content-Length: 41\r\n${close}`, '{"email":"a@b.co","password":"something"}'),
    `PUT /files/upload/x HTTP/1.1\r\n${host}Content-Length: 3\r\n${close}\r\nabc`,
  ])
  return {
    what: 'mutated',
    bytes: mutate(Buffer.from(whole), random),
    responsesMax: Number.POSITIVE_INFINITY,
  }
}

const makers: readonly Make[] = [smuggled, smuggled, chunks, pipelined, partial, odd, odd, mutated]

export const makeRawRequest = (random: Picker): RawRequest => random.pick(makers)(random)
