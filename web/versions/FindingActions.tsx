import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { versionLimits } from '#contract/versions.ts'
import type { Report } from '#contract/versions.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { scriptQuery } from '#web/scripts/script-detail.data.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast.ts'

import type { FileFindings } from './group-findings.ts'
import { RemarkForm } from './RemarkForm.tsx'
import styles from './Report.module.css'
import { reportQuery } from './versions.data.ts'

type Change = { act: 'comment' | 'accepted' | 'confirmed'; text: string } | { act: 'undo' }

const forms = {
  comment: {
    title: 'Your comment',
    hint: 'Explain what the code does. Every reader of the report sees it.',
    submitLabel: 'Save comment',
    lengthMax: versionLimits.commentMax,
  },
  accepted: {
    title: 'Why is it accepted?',
    hint: 'Applies to this rule in every archive with the same file. Every reader of the report sees the note.',
    submitLabel: 'Accept',
    lengthMax: versionLimits.noteMax,
  },
  confirmed: {
    title: 'What was confirmed?',
    hint: 'Applies to this rule in every archive with the same file. Every reader of the report sees the note.',
    submitLabel: 'Confirm',
    lengthMax: versionLimits.noteMax,
  },
} as const

/** The author comments on the findings of a rule in a file, a moderator decides about them. */
export function FindingActions({
  rule,
  file: { path, fileSha256, comment, verdict },
  report: { script, version },
  isAuthor,
  isModerator,
}: {
  rule: string
  file: FileFindings
  report: Report
  isAuthor: boolean
  isModerator: boolean
}) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<keyof typeof forms>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (change: Change) => {
      if (change.act === 'comment')
        return call('PUT /api/scripts/:id/finding-comments', {
          params: { id: script.id },
          body: { rule, path, text: change.text },
        })
      const params = { rule, fileSha256 }
      return change.act === 'undo'
        ? call('DELETE /api/finding-verdicts/:rule/:fileSha256', { params })
        : call('PUT /api/finding-verdicts/:rule/:fileSha256', {
            params,
            body: { verdict: change.act, note: change.text },
          })
    },
    onSuccess: async () => {
      setOpened(undefined)
      void queryClient.invalidateQueries({ queryKey: scriptQuery(script.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: reportQuery(version.id).queryKey })
      void showToast({ type: 'success', title: 'Saved' })
    },
    onError: (failed, { act }) => {
      if (act === 'undo') void showToast({ type: 'error', title: errorMessage(failed, 'Failed to save') })
    },
  })
  const open = (form: keyof typeof forms) => {
    reset()
    setOpened(form)
  }
  if (opened)
    return (
      <RemarkForm
        key={opened}
        {...forms[opened]}
        initialText={opened === 'comment' ? (comment?.text ?? '') : ''}
        isRequired={opened !== 'comment'}
        isPending={isPending}
        error={error ? errorMessage(error, 'Failed to save') : undefined}
        onSave={(text) => mutate({ act: opened, text })}
        onCancel={() => setOpened(undefined)}
      />
    )
  const about = <span className="visually-hidden"> the findings in {path}</span>
  return (
    <div className={styles.actions}>
      {isAuthor && (
        <Button size="sm" onClick={() => open('comment')}>
          {comment ? 'Edit comment' : 'Comment'}
          <span className="visually-hidden"> on the findings in {path}</span>
        </Button>
      )}
      {isModerator && verdict?.verdict !== 'accepted' && (
        <Button size="sm" onClick={() => open('accepted')}>
          Accept{about}
        </Button>
      )}
      {isModerator && verdict?.verdict !== 'confirmed' && (
        <Button size="sm" onClick={() => open('confirmed')}>
          Confirm{about}
        </Button>
      )}
      {isModerator && verdict && (
        <Button size="sm" variant="ghost" isBusy={isPending} onClick={() => mutate({ act: 'undo' })}>
          Undo the decision<span className="visually-hidden"> about the findings in {path}</span>
        </Button>
      )}
    </div>
  )
}
