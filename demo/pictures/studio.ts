import sharp from 'sharp'

import { draw } from './canvas.ts'
import { partnerLogo } from './emblems.ts'
import type { LogoOrder, PictureOrder } from './order.ts'
import type { Painted } from './painter.ts'
import { scenes } from './scenes.ts'

// The other processor is busy with encoding what is drawn here.
sharp.concurrency(1)
sharp.cache(false)

process.on('message', ({ id, order }: { id: number; order: PictureOrder | LogoOrder }) => {
  render(order).then(
    (bytes) => send({ id, bytes }),
    (error: unknown) => send({ id, problem: String(error) }),
  )
})
// Ctrl-C reaches the whole group; the hub says when drawing is over.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))

function send(painted: Painted): void {
  process.send?.(painted)
}

async function render(order: PictureOrder | LogoOrder): Promise<Buffer<ArrayBuffer>> {
  const { subject, variation, width, height, format } = order
  const drawing = draw('scene' in order ? scenes[order.scene] : partnerLogo(subject, variation), order)
  // Drawn at the size it is wanted in: enlarged pixels would show.
  const density = 72 * Math.max(width / 1280, height / 720)
  const picture = sharp(Buffer.from(drawing), { density }).resize(width, height, { fit: 'cover' })
  if (format === 'png') return picture.png().toBuffer()
  if (format === 'webp') return picture.webp({ quality: 88 }).toBuffer()
  return picture.jpeg({ quality: 90 }).toBuffer()
}
