import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const { files } = app.app
const modern = { accept: 'image/avif,image/webp,*/*' }
const blank = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#8fae7c' } })

test('a card image is AVIF for clients that accept it and WebP for others, under one URL', async () => {
  const card = await store('480', 'webp')
  await store('480', 'avif')

  const [avif, webp] = [await get(card, modern), await get(card)]

  expect(avif).toMatchObject({ status: 200, type: 'image/avif', vary: 'accept' })
  expect(webp).toMatchObject({ status: 200, type: 'image/webp', vary: 'accept' })
  expect(avif.etag).not.toBe(webp.etag)
})

test('a card image without an AVIF variant, and every larger image, is WebP for all clients', async () => {
  const [old, large] = [await store('480', 'webp', 'b'), await store('960', 'webp', 'b')]

  expect(await get(old, modern)).toMatchObject({ status: 200, type: 'image/webp', vary: 'accept' })
  expect(await get(large, modern)).toMatchObject({ status: 200, type: 'image/webp', vary: null })
})

test('a missing share card is created at the first request', async () => {
  const large = await store('1600', 'webp', 'c')
  const share = large.replace('1600.webp', 'share.jpg')
  expect(await files.stat(share)).toBeUndefined()

  const first = await get(share)
  const again = await get(share)

  expect(first).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(again.bytes.equals(first.bytes)).toBe(true)
  expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await files.stat(share)).toEqual({ size: first.bytes.length })
})

test('an unknown image is not found, and no share card is created', async () => {
  const share = `images/${'d'.repeat(24)}-share.jpg`

  expect(await get(share)).toMatchObject({ status: 404 })
  expect(await get(`images/${'d'.repeat(24)}-480.webp`, modern)).toMatchObject({ status: 404 })
  expect(await get('images/short-share.jpg')).toMatchObject({ status: 404 })
  expect(await files.stat(share)).toBeUndefined()
})

async function store(label: string, format: 'webp' | 'avif', name = 'a'): Promise<string> {
  const key = files.createKey('images', format, `${name.repeat(24)}-${label}`)
  await files.write(key, await blank.clone().toFormat(format).toBuffer())
  return key
}

async function get(key: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/files/${key}`, { headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    vary: response.headers.get('vary'),
    etag: response.headers.get('etag'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
