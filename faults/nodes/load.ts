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

/** Milliseconds. A client tries for far longer than a balancer needs to take a node out. */
const triesFor = 15_000
const triesAgainAfter = 200

/** Users who call the app through the balancer, and the outcome of their calls. */
export type Load = {
  counts: {
    calls: number
    triedAgain: number
    /** Calls that failed however often they were tried. */
    failed: string[]
    /** Writes that were answered and could not be seen by the next call. */
    unseen: string[]
  }
  stop: () => Promise<void>
  /** What was acknowledged and is not there as it was sent. */
  findLosses: () => Promise<string[]>
}

type Call = {
  user?: RegisteredUser
  method?: string
  path: string
  form?: FormData
  headers?: Record<string, string>
}

/** Every call may be repeated: it is a read, a state to be in, or a write with a key of its own. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const { url } = cluster
  const site = { url: () => url }
  const owner = await signIn(url, cluster.owner)
  const uploader = await registerUploader(site.url(), owner, 'uploader')
  const member = await registerUser(url, 'member')
  const counts: Load['counts'] = { calls: 0, triedAgain: 0, failed: [], unseen: [] }
  const submitted: { id: number; name: string; hash: string }[] = []
  const over = new AbortController()

  /** The answer, or undefined once it was tried for too long. */
  async function persist({ user, method = 'GET', path, form, headers = {} }: Call) {
    counts.calls += 1
    const tryUntil = performance.now() + triesFor
    for (;;) {
      const response = await tryRequest(url, user ?? null, method, path, form, { headers })
      if (response && response.status < 400) return response
      const mayPass = !response || response.status >= 500
      if (!mayPass || performance.now() > tryUntil) {
        const said = response ? `${response.status} ${JSON.stringify(response.body)}` : 'no answer'
        counts.failed.push(`${method} ${path}: ${said}`)
        return undefined
      }
      counts.triedAgain += 1
      await pause(triesAgainAfter)
    }
  }

  async function read() {
    for (const path of ['/', '/scripts', '/api/scripts', '/api/categories', '/api/stats'])
      await persist({ path })
  }

  async function submit() {
    const name = `Script ${randomUUID().slice(0, 8)}`
    const { form, archive } = await submission(name)
    const headers = { 'idempotency-key': randomUUID() }
    const response = await persist({ user: uploader, method: 'POST', path: '/api/scripts', form, headers })
    if (!response) return
    const { id } = response.body
    submitted.push({ id, name, hash: sha256(archive) })
    const seen = await persist({ path: `/api/scripts/${id}` })
    if (seen && seen.body.name !== name) counts.unseen.push(name)
  }

  let isLiked = false
  async function like() {
    const id = submitted[0]?.id
    isLiked = !isLiked
    const opinion = isLiked ? 'like' : 'unlike'
    await persist({ user: member, method: 'POST', path: `/api/scripts/${id}/${opinion}` })
    const status = await persist({ user: member, path: `/api/scripts/${id}/like-status` })
    if (status && status.body.isLiked !== isLiked) counts.unseen.push(`${opinion} of script ${id}`)
  }

  let newcomers = 0
  async function join() {
    // Not retried: a registration whose response was lost would fail the second time. It also creates e-mails to deliver.
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
