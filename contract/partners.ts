import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const Partner = z.object({
  id: z.int(),
  name: z.string(),
  logo: z.string(),
  website: z.string(),
  discord: z.string(),
  description: z.string(),
  featured: z.boolean(),
  partnerSince: z.string(),
  isPlaceholder: z.boolean(),
})
export type Partner = z.output<typeof Partner>

export const partnersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/partners',
    summary: 'The partners of the community.',
    access: 'anyone',
    reply: z.array(Partner),
    limit: 'read',
  }),
}
