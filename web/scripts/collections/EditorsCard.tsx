import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, UserMinus, UserPlus } from 'lucide-react'
import { useRef } from 'react'

import { EditorDraft, type CollectionEditors } from '#contract/scripts/members.ts'
import type { Collection } from '#contract/scripts/collections.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { PersonRow } from '#web/scripts/members/MemberCards.tsx'
import { useMemberChange } from '#web/scripts/members/members.data.ts'
import members from '#web/scripts/members/Members.module.css'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { LoadingBlock } from '#web/ui/Skeleton.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { ownCollectionsPath } from './collection-paths.ts'
import { collectionsKey, editorsQuery } from './collections.data.ts'

/** Who changes the collection: the owner invites and removes them, an editor can leave. */
export function EditorsCard({ collection, userId }: { collection: Collection; userId: number }) {
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="editors-title">
      <div className="grid gap-1">
        <h2 className="text-h3" id="editors-title">
          Editors
        </h2>
        <p>They change the title, the text and the scripts. Only the owner can change who can see it.</p>
      </div>
      <QueryContent
        query={useQuery(editorsQuery(collection.id, userId))}
        failed="Failed to load the editors"
        skeleton={<LoadingBlock text="Loading the editors" height={80} />}
      >
        {(data) => <Editors collection={collection} data={data} userId={userId} />}
      </QueryContent>
    </Card>
  )
}

function Editors({
  collection: { id, title, removal },
  data: { isOwner, editors, invitations },
  userId,
}: {
  collection: Collection
  data: CollectionEditors
  userId: number
}) {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useStableFocus(list, editors.length + invitations.length)
  const { mutate, isPending } = useMemberChange()
  const remove = (editor: { id: number; username: string }) =>
    mutate({
      run: () => call('DELETE /api/collections/:id/editors/:userId', { params: { id, userId: editor.id } }),
      done: `${editor.username} was removed`,
      failed: 'Failed to remove the editor',
    })
  const leave = () =>
    mutate({
      run: () => call('DELETE /api/collections/:id/editors/:userId', { params: { id, userId } }),
      done: `You left ${title}`,
      failed: 'Failed to leave the collection',
      // It may be private.
      after: () => void navigate({ to: ownCollectionsPath, replace: true }),
    })
  const withdraw = (invitationId: number) =>
    mutate({
      run: () => call('DELETE /api/invitations/:id', { params: { id: invitationId } }),
      done: 'The invitation was withdrawn',
      failed: 'Failed to withdraw the invitation',
    })
  return (
    <>
      <div ref={list} tabIndex={-1}>
        {editors.length + invitations.length === 0 ? (
          <p>No editors yet.</p>
        ) : (
          <ul className="grid lined clip framed round-lg" aria-labelledby="editors-title">
            {editors.map((editor) => (
              <PersonRow
                key={editor.id}
                username={editor.username}
                avatar={editor.avatar}
                facts={`${editor.id === userId ? 'You, ' : ''}since ${dateText(editor.since)}`}
              >
                {isOwner && (
                  <TwoClickButton
                    size="sm"
                    icon={<UserMinus />}
                    disabled={isPending}
                    onConfirm={() => remove(editor)}
                  >
                    Remove<span className="visually-hidden"> {editor.username}</span>
                  </TwoClickButton>
                )}
                {editor.id === userId && (
                  <TwoClickButton size="sm" icon={<LogOut />} disabled={isPending} onConfirm={leave}>
                    Leave
                  </TwoClickButton>
                )}
              </PersonRow>
            ))}
            {invitations.map((invitation) => (
              <PersonRow
                key={invitation.id}
                username={invitation.user.username}
                facts={`Invited, open until ${dateText(invitation.expiresAt)}`}
              >
                {isOwner && (
                  <TwoClickButton size="sm" disabled={isPending} onConfirm={() => withdraw(invitation.id)}>
                    Withdraw
                    <span className="visually-hidden"> the invitation of {invitation.user.username}</span>
                  </TwoClickButton>
                )}
              </PersonRow>
            ))}
          </ul>
        )}
      </div>
      {isOwner && removal === null && <InviteEditor collectionId={id} />}
    </>
  )
}

function InviteEditor({ collectionId }: { collectionId: number }) {
  const queryClient = useQueryClient()
  const form = useZodForm<EditorDraft>(EditorDraft, { username: '' })
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (body: EditorDraft) =>
      call('POST /api/collections/:id/invitations', { params: { id: collectionId }, body }),
    errors: { fields: ['username'], texts: 'Failed to invite the user' },
    onSuccess: (_, { username }) => {
      form.reset()
      void showToast({ type: 'success', title: `${username} was invited` })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsKey }),
  })
  return (
    <form
      className={`${members.form} grid gap-4 top`}
      noValidate
      aria-label="Invite an editor"
      onSubmit={(event) => void submit(event)}
    >
      {form.formError && <Alert tone="danger" title={form.formError} isAlert />}
      <TextField
        label="Invite by username"
        hint="They have 14 days to accept."
        autoComplete="off"
        autoCapitalize="none"
        {...form.field('username')}
      />
      <Button type="submit" icon={<UserPlus />} isBusy={isPending} busyText="Inviting...">
        Invite
      </Button>
    </form>
  )
}
