import { z } from 'zod/mini'

import { PresentedPassword } from '#contract/access/users.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Time } from '#contract/platform/fields.ts'

export const ownDataLimits = {
  /** Days until an account is deleted; it can be kept until then. */
  graceDays: 14,
  /** Days that an export can be downloaded. */
  exportDays: 7,
  /** Bytes of archives and images in an export; its list names the files that are left out. */
  filesMax: 2 * 1024 ** 3,
} as const

export const AccountExport = z.object({
  state: z.enum(['preparing', 'ready']),
  requestedAt: Time,
  size: z.nullable(z.int()),
  /** Null while it is prepared. */
  expiresAt: z.nullable(Time),
  /** Valid for 10 minutes. Null while it is prepared. */
  downloadUrl: z.nullable(z.string()),
})
export type AccountExport = z.output<typeof AccountExport>

/** `deletedAt`: when the account will be deleted; null when its user did not ask for that. */
export const OwnData = z.object({ export: z.nullable(AccountExport), deletedAt: z.nullable(Time) })
export type OwnData = z.output<typeof OwnData>

const AccountDeletion = z.object({ password: PresentedPassword })
type AccountDeletion = z.output<typeof AccountDeletion>

export const ownDataApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/own-data',
    summary: 'Get your export and whether your account will be deleted',
    access: 'signed-in',
    reply: OwnData,
  }),
  requestExport: endpoint({
    method: 'POST',
    path: '/api/account/export',
    summary: 'Request a copy of your data',
    description:
      'A ZIP of JSON files and your files. It is prepared in the background, then a link is mailed to you. Once a day.',
    access: 'signed-in',
    reply: OwnData,
    errors: ['conflict'],
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    summary: 'Delete your account in 14 days',
    description: 'All your other sessions end. Until `deletedAt` you can sign in and keep the account.',
    access: 'signed-in',
    body: AccountDeletion,
    reply: z.object({ deletedAt: Time }),
    limit: 'login',
    errors: ['conflict'],
  }),
  restoreAccount: endpoint({
    method: 'POST',
    path: '/api/account/restore',
    summary: 'Keep your account',
    access: 'signed-in',
    reply: OwnData,
    errors: ['conflict'],
  }),
}
