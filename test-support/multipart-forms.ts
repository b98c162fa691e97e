import { createServer } from 'node:http'
import { connect } from 'node:net'

import { expect, onTestFinished } from 'vitest'

import { HttpError } from '#platform/errors.ts'

import {
  receiveMultipart,
  type MultipartForm,
  type MultipartPlan,
} from '../server/platform/storage/multipart.ts'
import { prepareStaging, stageStream } from '../server/platform/storage/staging.ts'
import { temporaryFolder } from './files.ts'

type Outcome = { form: MultipartForm; failure?: undefined } | { form?: undefined; failure: unknown }

/** An HTTP server that receives one form: a script file of up to 1000 bytes and two images of up to 100 bytes. */
export async function startFormServer(change: Partial<MultipartPlan> = {}) {
  const folder = await prepareStaging(await temporaryFolder())
  const outcomes: Outcome[] = []
  const plan: MultipartPlan = {
    files: {
      scriptFile: {
        sizeMax: 1000,
        countMax: 1,
        tooLargeMessage: () => 'File too large',
        tooManyMessage: 'One file',
      },
      images: {
        sizeMax: 100,
        countMax: 2,
        tooLargeMessage: (index) => `Image ${index} is too large`,
        tooManyMessage: 'Maximum 2 images',
      },
    },
    fieldSizeMax: 50,
    fieldsMax: 3,
    stage: (stream, sizeMax) => stageStream(folder, stream, { sizeMax, ...change.minRate }),
    ...change,
  }
  const server = createServer((request, response) => {
    receiveMultipart(request, plan).then(
      (form) => {
        outcomes.push({ form })
        response.end(JSON.stringify({ fields: form.fields }))
      },
      (failure: unknown) => {
        outcomes.push({ failure })
        response.writeHead(failure instanceof HttpError ? failure.status : 500, { connection: 'close' })
        response.end(JSON.stringify({ failed: true }))
      },
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  )
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const settled = async () =>
    expect
      .poll(() => outcomes.length)
      .toBe(1)
      .then(() => outcomes[0])

  return {
    folder,
    settled,
    send: async (body: FormData | ReadableStream | string, headers: Record<string, string> = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers,
        duplex: 'half',
      })
      await response.text()
      const outcome = await settled()
      return { status: response.status, form: outcome?.form, failure: outcome?.failure }
    },
    /** Opens a bare socket, for bodies that are invalid, slow or incomplete. */
    open: async (head: string) => {
      const socket = connect(port, '127.0.0.1')
      await new Promise((done) => socket.once('connect', done))
      socket.on('error', () => undefined)
      socket.write(head)
      return socket
    },
  }
}

const boundary = 'boundary-of-parts'
export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** One handwritten part of a form. */
export function part(disposition: string, content: string, type?: string): string {
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${typeLine}\r\n${content}\r\n`
}

/** The request line and headers; the test writes the body. */
export function requestHead(lengthHeader: string): string {
  return `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartHeaders['content-type']}\r\n${lengthHeader}\r\n\r\n`
}

export const end = `--${boundary}--\r\n`
