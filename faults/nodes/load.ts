import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { accountNamed, ask, demand, register, registerUploader, signIn, type Person } from '../client.ts'
import { sha256 } from '../hashes.ts'
import { submission } from '../submission.ts'
import type { Cluster } from './cluster.ts'

/** Milliseconds. A client tries for far longer than a balancer needs to take a node out. */
const triesFor = 15_000
const triesAgainAfter = 200

/** People who use the hub through its balancer, and what became of all that they did. */
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
  someone?: Person
  method?: string
  path: string
  form?: FormData
  headers?: Record<string, string>
}

/** Every call may be repeated: it is a read, a state to be in, or a write with a key of its own. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const { address } = cluster
  const site = { address: () => address }
  const owner = await signIn(address, cluster.owner)
  const uploader = await registerUploader(site, owner, 'uploader')
  const member = await register(address, 'member')
  const counts: Load['counts'] = { calls: 0, triedAgain: 0, failed: [], unseen: [] }
  const submitted: { id: number; name: string; hash: string }[] = []
  const over = new AbortController()

  /** The answer, or undefined once it was tried for too long. */
  async function persist({ someone, method = 'GET', path, form, headers = {} }: Call) {
    counts.calls += 1
    const tryUntil = performance.now() + triesFor
    for (;;) {
      const answer = await ask(address, someone ?? null, method, path, form, { headers })
      if (answer && answer.status < 400) return answer
      const mayPass = !answer || answer.status >= 500
      if (!mayPass || performance.now() > tryUntil) {
        const said = answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'no answer'
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
    const answer = await persist({ someone: uploader, method: 'POST', path: '/api/scripts', form, headers })
    if (!answer) return
    const { id } = answer.body
    submitted.push({ id, name, hash: sha256(archive) })
    const seen = await persist({ path: `/api/scripts/${id}` })
    if (seen && seen.body.name !== name) counts.unseen.push(name)
  }

  let isLiked = false
  async function like() {
    const id = submitted[0]?.id
    isLiked = !isLiked
    const opinion = isLiked ? 'like' : 'unlike'
    await persist({ someone: member, method: 'POST', path: `/api/scripts/${id}/${opinion}` })
    const status = await persist({ someone: member, path: `/api/scripts/${id}/like-status` })
    if (status && status.body.isLiked !== isLiked) counts.unseen.push(`${opinion} of script ${id}`)
  }

  let newcomers = 0
  async function join() {
    // Not repeated: who was registered and not told so would be refused the second time. It leaves mails to deliver.
    await ask(address, null, 'POST', '/api/auth/register', { ...accountNamed(`newcomer-${newcomers++}`) })
  }

  const repeat = async (act: () => Promise<void>) => {
    while (!over.signal.aborted) await act()
  }
  await submit()
  const people = [read, read, submit, submit, like, join].map(repeat)

  return {
    counts,
    async stop() {
      over.abort()
      await Promise.all(people)
    },
    async findLosses() {
      const losses: string[] = []
      for (const { id, name, hash } of submitted) {
        const { body } = await demand(address, uploader, 'GET', `/api/scripts/${id}/download`)
        const file = await fetch(new URL(body.downloadUrl, address))
        if (sha256(Buffer.from(await file.arrayBuffer())) !== hash) losses.push(`the archive of ${name}`)
      }
      return losses
    },
  }
}
