import { createServer, type Server, type Socket } from 'node:net'

/** An SMTP server that can be stopped or unresponsive. It records the recipients of accepted mails. */
export type MailServer = {
  port: number
  recipients: () => string[]
  setMode: (mode: 'normal' | 'silent') => void
  /** Closes open connections and rejects new ones. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** Implements only the part of SMTP that a delivery needs. */
export async function openMailServer(): Promise<MailServer> {
  const recipients: string[] = []
  const sockets = new Set<Socket>()
  let current: 'normal' | 'silent' = 'normal'

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (current === 'silent') return
    talk(socket, (recipient) => recipients.push(recipient))
  })
  const port = await listen(server, 0)
  return {
    port,
    recipients: () => recipients,
    setMode: (mode) => {
      current = mode
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
    async start() {
      await listen(server, port)
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound ? bound.port : 0)
    })
  })
}

function talk(socket: Socket, onMail: (recipient: string) => void): void {
  let text = ''
  let recipient = ''
  let isContent = false
  socket.write('220 faults\r\n')
  socket.on('data', (part: Buffer) => {
    text += part.toString()
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      if (isContent) {
        if (line !== '.') continue
        isContent = false
        onMail(recipient)
        socket.write('250 taken\r\n')
      } else if (/^data$/i.test(line)) {
        isContent = true
        socket.write('354 go on\r\n')
      } else {
        recipient = /^rcpt to:<([^>]*)>/i.exec(line)?.[1] ?? recipient
        socket.write(/^quit$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    }
  })
}
