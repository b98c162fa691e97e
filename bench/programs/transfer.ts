import { download, upload } from '../load/transfer.ts'

/** One transfer in its own process, so that it does not delay measurements: `up URL FILE SIZE` or `down URL`. */
const [direction, url = '', path = '', size = '0'] = process.argv.slice(2)
if (direction === 'up') {
  const { status, text } = await upload(url, path, Number(size))
  if (status !== 200) throw new Error(`An upload failed: ${status} ${text}`)
} else await download(url)
