import { type QueryKey, useQueryClient } from '@tanstack/react-query'

import type { Permission } from '#contract/platform/permissions.ts'
import type { ErrorTexts } from '#web/app/error-messages.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { capitalize } from '#web/ui/capitalize.ts'

/** A kind of record that one screen of the admin area lists, creates, edits and deletes. */
export type Resource = {
  /** Names the record in messages: "Failed to create category". */
  noun: string
  addLabel: string
  permissions: { view: Permission; manage: Permission }
  /** Queries to load again after a change. */
  queryKeys: readonly QueryKey[]
  remove: (id: number) => Promise<unknown>
  /** True if the screen shows the error of a deletion in its own way. */
  handleDeleteError?: (id: number, error: Error) => boolean
  saveErrorTexts?: Omit<ErrorTexts, 'fallback'>
}

export function resourceTexts({ noun }: Pick<Resource, 'noun'>) {
  const subject = capitalize(noun)
  return {
    subject,
    created: `${subject} created successfully!`,
    updated: `${subject} updated successfully!`,
    deleted: `${subject} deleted successfully!`,
    deleteFailed: `Failed to delete ${noun}`,
  }
}

export function saveErrorTexts({ noun, saveErrorTexts: texts }: Resource, isNew: boolean): ErrorTexts {
  return { fallback: `Failed to ${isNew ? 'create' : 'update'} ${noun}`, ...texts }
}

/** Loads the lists again that a change affects; after an error too, because the record may be out of date. */
export function useInvalidate(queryKeys: readonly QueryKey[]): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** What a disabled control says to users without the permission. */
export function useDenial(permission: Permission): string | undefined {
  return hasPermission(useSession(), permission) ? undefined : 'Access Denied'
}
