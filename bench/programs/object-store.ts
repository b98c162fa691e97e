import { startObjectStore } from '#test-support/s3-server.ts'

/** The S3 server of the tests in its own process, so that its memory is not measured as the app's. */
const store = await startObjectStore()
process.once('SIGTERM', () => void store.close().then(() => process.exit(0)))
console.log(`ready at ${store.s3.endpoint}`)
