import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, isWebUrl, noNul, Time, visible } from '#contract/platform/fields.ts'

export const partnerLimits = { nameMax: 100, descriptionMax: 500, urlMax: 2048 } as const

export const Partner = z.object({
  id: z.int(),
  name: z.string(),
  logo: z.string(),
  website: z.string(),
  discord: z.string(),
  description: z.string(),
  featured: z.boolean(),
  partnerSince: Time,
  isPlaceholder: z.boolean(),
})
export type Partner = z.output<typeof Partner>

const urlField = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(partnerLimits.urlMax, 'Please enter a valid URL'),
      z.refine(isWebUrl, 'Please enter a valid URL'),
    )

const fields = {
  name: z
    .string('Partner name is required')
    .check(
      z.trim(),
      z.minLength(1, 'Partner name is required'),
      z.maxLength(partnerLimits.nameMax, 'Partner name must be at most 100 characters'),
      visible(),
    ),
  logo_url: urlField('Logo URL is required'),
  website_url: urlField('Website URL is required'),
  discord_url: urlField('Discord URL is required'),
  description: z
    .string('Description must be text')
    .check(
      z.trim(),
      z.maxLength(partnerLimits.descriptionMax, 'Description must be at most 500 characters'),
      noNul,
    ),
  is_featured: z.boolean('Featured must be true or false'),
}

export const PartnerDraft = z.object({
  ...fields,
  description: z._default(fields.description, ''),
  is_featured: z._default(fields.is_featured, false),
})
export type PartnerDraft = z.output<typeof PartnerDraft>

/** Fields that are not sent stay unchanged. */
export const PartnerChange = z.partial(z.object(fields))
export type PartnerChange = z.output<typeof PartnerChange>

export const partnersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/partners',
    summary: 'List partners',
    access: 'anyone',
    reply: z.array(Partner),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/partners',
    summary: 'Create a partner',
    description: 'Its URLs are absolute and use http or https.',
    access: 'admin.partners.manage',
    body: PartnerDraft,
    reply: Partner,
    status: 201,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/partners/:id',
    summary: 'Change a partner',
    description: 'Only the fields that are sent change.',
    access: 'admin.partners.manage',
    params: IdParams,
    body: PartnerChange,
    reply: Partner,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/partners/:id',
    summary: 'Delete a partner',
    access: 'admin.partners.manage',
    params: IdParams,
    reply: z.null(),
    status: 204,
  }),
}
