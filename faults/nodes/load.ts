import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { requireSuccess, tryRequest } from '#test-support/http-client.ts'
import {
  accountNamed,
  registerUploader,
  registerUser,
  signIn,
  type RegisteredUser,
} from '#test-support/users.ts'
import { sha256 } from '../hashes.ts'
import { submission } from '../submission.ts'
import type { Cluster } from './cluster.ts'

/** Milliseconds. Clients retry for far longer than a balancer needs to detect a dead node. */
const retryTime = 15_000
const retryDelay = 200

/** Users who call the app through the balancer, and the outcome of their calls. */
export type Load = {
  counts: {
    calls: number
    retried: number
    /** Calls that failed after all retries. */
    failed: string[]
    /** Acknowledged writes that the next call did not return. */
    unseen: string[]
  }
  stop: () => Promise<void>
  /** Acknowledged archives that are missing or differ. */
  findLosses: () => Promise<string[]>
}

type Call = {
  user?: RegisteredUser
  method?: string
  path: string
  form?: FormData
  headers?: Record<string, string>
}

/** Every call can be repeated: reads, idempotent writes, and writes with an idempotency key. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const { url } = cluster
  const site = { url: () => url }
  const owner = await signIn(url, cluster.owner)
  const uploader = await registerUploader(site.url(), owner, 'uploader')
  const member = await registerUser(url, 'member')
  const counts: Load['counts'] = { calls: 0, retried: 0, failed: [], unseen: [] }
  const submitted: { id: number; name: string; hash: string }[] = []
  const over = new AbortController()

  /** Retries a call until it succeeds; undefined after `retryTime`. */
  async function callWithRetries({ user, method = 'GET', path, form, headers = {} }: Call) {
    counts.calls += 1
    const retryUntil = performance.now() + retryTime
    for (;;) {
      const response = await tryRequest(url, user ?? null, method, path, form, { headers })
      if (response && response.status < 400) return response
      const isTransient = !response || response.status >= 500
      if (!isTransient || performance.now() > retryUntil) {
        const outcome = response ? `${response.status} ${JSON.stringify(response.body)}` : 'no response'
        counts.failed.push(`${method} ${path}: ${outcome}`)
        return undefined
      }
      counts.retried += 1
      await pause(retryDelay)
    }
  }

  async function read() {
    for (const path of ['/', '/scripts', '/api/scripts', '/api/categories', '/api/stats'])
      await callWithRetries({ path })
  }

  async function submit() {
    const name = `Script ${randomUUID().slice(0, 8)}`
    const { form, archive } = await submission(name)
    const headers = { 'idempotency-key': randomUUID() }
    const response = await callWithRetries({
      user: uploader,
      method: 'POST',
      path: '/api/scripts',
      form,
      headers,
    })
    if (!response) return
    const { id } = response.body
    submitted.push({ id, name, hash: sha256(archive) })
    const seen = await callWithRetries({ path: `/api/scripts/${id}` })
    if (seen && seen.body.name !== name) counts.unseen.push(name)
  }

  let isLiked = false
  async function like() {
    const id = submitted[0]?.id
    isLiked = !isLiked
    const action = isLiked ? 'like' : 'unlike'
    await callWithRetries({ user: member, method: 'POST', path: `/api/scripts/${id}/${action}` })
    const status = await callWithRetries({ user: member, path: `/api/scripts/${id}/like-status` })
    if (status && status.body.isLiked !== isLiked) counts.unseen.push(`${action} of script ${id}`)
  }

  let newcomers = 0
  async function join() {
    // Not retried: a registration whose response was lost would fail the second time. It also creates emails to deliver.
    await tryRequest(url, null, 'POST', '/api/auth/register', { ...accountNamed(`newcomer-${newcomers++}`) })
  }

  const repeat = async (act: () => Promise<void>) => {
    while (!over.signal.aborted) await act()
  }
  await submit()
  const accounts = [read, read, submit, submit, like, join].map(repeat)

  return {
    counts,
    async stop() {
      over.abort()
      await Promise.all(accounts)
    },
    async findLosses() {
      const losses: string[] = []
      for (const { id, name, hash } of submitted) {
        const { body } = await requireSuccess(url, uploader, 'GET', `/api/scripts/${id}/download`)
        const file = await fetch(new URL(body.downloadUrl, url))
        if (sha256(Buffer.from(await file.arrayBuffer())) !== hash) losses.push(`the archive of ${name}`)
      }
      return losses
    },
  }
}
