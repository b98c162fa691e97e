/** Reads the request of runInSandbox. From then on, this process ends when the one that started it has ended. */
export async function readRequest<Request>(): Promise<Request> {
  process.stdin.on('end', exit).on('error', exit)
  let text = ''
  process.stdin.setEncoding('utf8')
  const { promise, resolve } = Promise.withResolvers<void>()
  process.stdin.on('data', (chunk: string) => {
    text += chunk
    if (chunk.endsWith('\n')) resolve()
  })
  await promise
  return JSON.parse(text)
}

const parent = process.ppid

/** Long synchronous work calls this from time to time: it does not see that the standard input has ended. */
export function exitWithParent(): void {
  if (process.ppid !== parent) exit()
}

export async function sendReply(reply: unknown): Promise<void> {
  await new Promise((resolve) => process.stdout.write(JSON.stringify(reply), resolve))
  exit()
}

function exit(): void {
  process.exit(0)
}
