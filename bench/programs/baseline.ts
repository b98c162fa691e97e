import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Measures the cost of Node.js alone: responds with a body of the size in the path, or with 304. */
const bodies = new Map<string, Buffer>()
const server = createServer((request, response) => {
  const path = request.url ?? '/0'
  if (path === '/304') {
    response.writeHead(304)
    response.end()
    return
  }
  let body = bodies.get(path)
  if (!body) bodies.set(path, (body = Buffer.alloc(Number(path.slice(1)), 'x')))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port }: AddressInfo = Object(server.address())
  console.log(`ready at http://127.0.0.1:${port}`)
})
process.on('SIGTERM', () => process.exit(0))
