import { startObjectStore } from '#platform/files/testing-s3.ts'

/** The object store of the tests in a process of its own, so that its memory is not the hub's. */
const store = await startObjectStore()
process.once('SIGTERM', () => void store.close().then(() => process.exit(0)))
console.log(`ready at ${store.s3.endpoint}`)
