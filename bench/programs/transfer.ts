import { download, upload } from '../load/transfer.ts'

/** One transfer in a process of its own, so that whoever measures beside it is not held up by it: `up URL FILE SIZE` or `down URL`. */
const [direction, url = '', path = '', size = '0'] = process.argv.slice(2)
if (direction === 'up') {
  const { status, text } = await upload(url, path, Number(size))
  if (status !== 200) throw new Error(`An upload failed: ${status} ${text}`)
} else await download(url)
