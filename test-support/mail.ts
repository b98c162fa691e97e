import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

type Received = { from: string; to: string; message: string }

/** An SMTP server that stores what it receives. `next` waits for the next mail to a recipient. */
export async function startMailbox(port = 0) {
  const received: Received[] = []
  const connections = { opened: 0, open: 0 }
  const waiting: { to: string; resolve: (mail: Received) => void }[] = []

  function store(mail: Received) {
    const index = waiting.findIndex(({ to }) => to === mail.to)
    const [waiter] = index < 0 ? [] : waiting.splice(index, 1)
    if (waiter) waiter.resolve(mail)
    else received.push(mail)
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(_session, done) {
      connections.opened++
      connections.open++
      done()
    },
    onClose() {
      connections.open--
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        for (const { address } of envelope.rcptTo)
          store({ from, to: address, message: decodeQuotedPrintable(Buffer.concat(parts).toString()) })
        done()
      })
    },
  })
  const listening = server.listen(port, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const address = listening.address()
  if (typeof address !== 'object' || !address) throw new Error('The mail server has no port')
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    connections,
    next(to: string): Promise<Received> {
      const index = received.findIndex((mail) => mail.to === to)
      const [known] = index < 0 ? [] : received.splice(index, 1)
      if (known) return Promise.resolve(known)
      return new Promise((resolve) => waiting.push({ to, resolve }))
    },
  }
}

/** A link may be broken over lines in quoted-printable text. */
function decodeQuotedPrintable(message: string): string {
  return message
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
