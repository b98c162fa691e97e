import { Agent, request as httpRequest, type ClientRequest } from 'node:http'

/**
 * The outcome of one request: a response, a refused connection, a new connection that was reset before its first
 * response, or a connection that broke later.
 */
export type Outcome = { status: number; body: string } | 'refused' | 'reset' | 'broken'

export type RawRequest = {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Without an agent each request opens a new connection. */
  agent?: Agent
}

/** Sends a request without fetch, which hides the connection and how it ended. */
export function sendRaw(
  url: string,
  { method = 'GET', path, headers = {}, agent }: RawRequest,
  writeBody: (request: ClientRequest) => void = (request) => request.end(),
): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = httpRequest(new URL(path, url), { method, headers, agent: agent ?? new Agent() })
    request.once('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => (body += text))
      response.once('error', () => resolve('broken'))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    request.once('error', (error) => {
      const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
      const broken = request.reusedSocket ? 'broken' : 'reset'
      resolve(isRefused ? 'refused' : broken)
    })
    writeBody(request)
  })
}

/** Encodes a form as a browser does. */
export async function bytesOf(form: FormData): Promise<{ bytes: Buffer; type: string }> {
  const response = new Response(form)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { bytes, type: response.headers.get('content-type') ?? '' }
}
