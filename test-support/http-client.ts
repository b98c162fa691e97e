export type ApiResponse = {
  status: number
  /** Parsed if the response is JSON, otherwise the text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses untyped, as a third-party client does.
  body: any
  headers: Headers
}

export type RequestBody = Record<string, unknown> | FormData | string | Uint8Array<ArrayBuffer>

type Options = { headers?: Record<string, string>; signal?: AbortSignal; redirect?: 'follow' | 'manual' }

/** Sends one request on behalf of a user. A plain object is sent as JSON, a FormData as multipart. */
export async function sendRequest(
  baseUrl: string,
  user: { token: string } | null,
  method: string,
  path: string,
  body?: RequestBody,
  { headers = {}, signal, redirect = 'manual' }: Options = {},
): Promise<ApiResponse> {
  const isJson = body !== undefined && isPlainObject(body)
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers: {
      ...(user && { authorization: `Bearer ${user.token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : (body ?? null),
    ...(signal && { signal }),
    redirect,
  })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const parsed: unknown = type.startsWith('application/json') ? JSON.parse(text) : text
  return { status: response.status, body: parsed, headers: response.headers }
}

/** Like `sendRequest`, but undefined if the connection broke: the outcome of the request is then unknown. */
export async function tryRequest(...call: Parameters<typeof sendRequest>): Promise<ApiResponse | undefined> {
  try {
    return await sendRequest(...call)
  } catch (error) {
    // fetch reports every broken connection as a TypeError.
    if (error instanceof TypeError || (error instanceof Error && error.name === 'AbortError'))
      return undefined
    throw error
  }
}

/** Like `sendRequest`, but throws unless the request succeeds: for the setup of a test. */
export async function requireSuccess(...call: Parameters<typeof sendRequest>): Promise<ApiResponse> {
  const response = await sendRequest(...call)
  const [, , method, path] = call
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response
}

/** Returns whether the health check succeeds. */
export async function isReady(baseUrl: string): Promise<boolean> {
  return (await tryRequest(baseUrl, null, 'GET', '/api/health'))?.status === 200
}

function isPlainObject(body: RequestBody): body is Record<string, unknown> {
  return typeof body === 'object' && !(body instanceof FormData) && !(body instanceof Uint8Array)
}
