import { Agent, request as httpRequest, type ClientRequest } from 'node:http'

/**
 * What a client sees of one request: an answer, a door that is closed, a new connection that broke before its first
 * answer, or one that broke after an earlier answer.
 */
export type Outcome = { status: number; body: string } | 'refused' | 'unmet' | 'broken'

export type RawRequest = {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Without one each request has a connection of its own. */
  agent?: Agent
}

/** A request below fetch, which would hide by what connection it went and how that ended. */
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
      const isClosed = 'code' in error && error.code === 'ECONNREFUSED'
      const broken = request.reusedSocket ? 'broken' : 'unmet'
      resolve(isClosed ? 'refused' : broken)
    })
    writeBody(request)
  })
}

/** A form as the bytes that a browser would send. */
export async function bytesOf(form: FormData): Promise<{ bytes: Buffer; type: string }> {
  const response = new Response(form)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { bytes, type: response.headers.get('content-type') ?? '' }
}
