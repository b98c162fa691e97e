import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

const hub = await startTestHub()
const { files } = hub.hub
const modern = { accept: 'image/avif,image/webp,*/*' }
const drawn = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#8fae7c' } })

test('the picture of a card is AVIF for whoever knows it and WebP for others, under one address', async () => {
  const card = await keep('480', 'webp')
  await keep('480', 'avif')

  const [forModern, forOthers] = [await get(card, modern), await get(card)]

  expect(forModern).toMatchObject({ status: 200, type: 'image/avif', vary: 'accept' })
  expect(forOthers).toMatchObject({ status: 200, type: 'image/webp', vary: 'accept' })
  expect(forModern.etag).not.toBe(forOthers.etag)
})

test('a card that was stored without AVIF, and every larger picture, is WebP for everybody', async () => {
  const [old, large] = [await keep('480', 'webp', 'b'), await keep('960', 'webp', 'b')]

  expect(await get(old, modern)).toMatchObject({ status: 200, type: 'image/webp', vary: 'accept' })
  expect(await get(large, modern)).toMatchObject({ status: 200, type: 'image/webp', vary: null })
})

test('a picture that was stored without a share card gets one when it is first asked for', async () => {
  const large = await keep('1600', 'webp', 'c')
  const share = large.replace('1600.webp', 'share.jpg')
  expect(await files.stat(share)).toBeUndefined()

  const first = await get(share)
  const again = await get(share)

  expect(first).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(again.bytes.equals(first.bytes)).toBe(true)
  expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await files.stat(share)).toEqual({ size: first.bytes.length })
})

test('what is no picture of this hub is not found, and nothing is made of it', async () => {
  const share = `images/${'d'.repeat(24)}-share.jpg`

  expect(await get(share)).toMatchObject({ status: 404 })
  expect(await get(`images/${'d'.repeat(24)}-480.webp`, modern)).toMatchObject({ status: 404 })
  expect(await get('images/short-share.jpg')).toMatchObject({ status: 404 })
  expect(await files.stat(share)).toBeUndefined()
})

async function keep(label: string, format: 'webp' | 'avif', name = 'a'): Promise<string> {
  const key = files.newKey('images', format, `${name.repeat(24)}-${label}`)
  await files.write(key, await drawn.clone().toFormat(format).toBuffer())
  return key
}

async function get(key: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${hub.address}/files/${key}`, { headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    vary: answer.headers.get('vary'),
    etag: answer.headers.get('etag'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
