/**
 * What happens to a column that names a user. `file` is its file in an export, `without` lists columns that are left
 * out; a text says why nothing is exported. `deletion`: the rows are deleted, the value becomes null, or a text says why
 * it stays. What stays points to a row of `users` without a name.
 */
type UserColumn = {
  export: { file: string; without?: readonly string[] } | string
  deletion: 'delete' | 'clear' | { keep: string }
}

const staff = 'what a member of the team decided'
const internal = 'internal figures without content'
const secret = 'secrets of the account'
const record = { keep: 'the record of a case or a decision' }
const authorship = { keep: 'scripts and versions stay, under "deleted user"' }
const expires = (days: string) => ({ keep: `deleted by itself within ${days}` })

/**
 * Every column that names a user, by `table.column`. A test compares this list with the catalogue of the database: a
 * new table is added here.
 */
export const userColumns: Readonly<Record<string, UserColumn>> = {
  'users.id': {
    export: { file: 'account', without: ['notes', 'username_key', 'email_key'] },
    deletion: { keep: 'without name, email address, IP addresses and avatar' },
  },
  'account_deletions.user_id': { export: { file: 'deletion' }, deletion: { keep: 'proof of the deletion' } },
  'account_exports.user_id': { export: 'it is the export', deletion: 'delete' },
  'activities.user_id': {
    export: { file: 'activities' },
    deletion: { keep: 'without the name and details, until the log is deleted' },
  },
  'archive_analyses.requested_by': { export: internal, deletion: { keep: internal } },
  'bans.issued_by': { export: staff, deletion: record },
  'bans.issuer_authority': { export: staff, deletion: record },
  'bans.issuer_name': { export: staff, deletion: record },
  'bans.lifted_by': { export: staff, deletion: record },
  'bans.user_id': {
    export: { file: 'bans', without: ['issued_by', 'issuer_name', 'issuer_authority', 'lifted_by'] },
    deletion: record,
  },
  'blocklist_changes.against_user_ids': { export: staff, deletion: record },
  'blocklist_changes.spared_user_id': { export: staff, deletion: record },
  'blocklist_entries.added_by': { export: staff, deletion: record },
  'blocklist_entries.spared_user_id': { export: staff, deletion: record },
  'bulk_act_users.user_id': { export: internal, deletion: expires('7 days') },
  'bulk_acts.actor_authority': { export: staff, deletion: expires('7 days') },
  'bulk_acts.actor_id': { export: staff, deletion: expires('7 days') },
  'bulk_acts.undone_by': { export: staff, deletion: expires('7 days') },
  'case_messages.author_id': { export: { file: 'case-messages' }, deletion: record },
  'case_messages.recipient_id': { export: 'messages of others', deletion: record },
  'case_reports.user_id': { export: { file: 'reports' }, deletion: record },
  'cases.appealed_user_id': { export: internal, deletion: record },
  'cases.claimant': { export: 'data of the sender of a notice', deletion: record },
  'cases.claimed_by': { export: staff, deletion: record },
  'cases.decided_by': { export: staff, deletion: record },
  'cases.opened_by': {
    export: { file: 'own-cases', without: ['claimed_by', 'claimed_until', 'decided_by'] },
    deletion: record,
  },
  'cases.user_id': {
    export: {
      file: 'cases-about-me',
      without: ['opened_by', 'claimant', 'claimed_by', 'claimed_until', 'decided_by'],
    },
    deletion: record,
  },
  'codes.email': { export: secret, deletion: expires('7 days') },
  'codes.user_id': { export: secret, deletion: 'delete' },
  'collection_editors.user_id': { export: { file: 'edited-collections' }, deletion: 'delete' },
  'collection_entries.user_id': { export: { file: 'collection-entries' }, deletion: 'delete' },
  'collections.removed_by': { export: staff, deletion: record },
  'collections.user_id': { export: { file: 'collections', without: ['removed_by'] }, deletion: 'delete' },
  'counter_notices.user_id': { export: { file: 'counter-notices' }, deletion: record },
  'credentials.user_id': { export: secret, deletion: 'delete' },
  'daily_script_downloads.user_id': { export: internal, deletion: { keep: internal } },
  'deleted_archives.user_id': { export: internal, deletion: record },
  'digest_entries.user_id': { export: 'see notifications', deletion: 'delete' },
  'discord_links.discord_user_id': { export: 'see user_id', deletion: 'delete' },
  'discord_links.user_id': { export: { file: 'discord' }, deletion: 'delete' },
  'events.actor_id': { export: internal, deletion: expires('30 days') },
  'events.user_id': { export: internal, deletion: expires('30 days') },
  'finding_comments.user_id': { export: { file: 'finding-comments' }, deletion: authorship },
  'finding_verdicts.decided_by': { export: staff, deletion: record },
  'follows.author_id': { export: 'data of the follower', deletion: 'delete' },
  'follows.user_id': { export: { file: 'follows' }, deletion: 'delete' },
  'idempotency_keys.user_id': { export: internal, deletion: 'delete' },
  'likes.user_id': { export: { file: 'likes' }, deletion: 'delete' },
  'memberships.user_id': { export: { file: 'groups' }, deletion: 'delete' },
  'notification_settings.user_id': { export: { file: 'notification-settings' }, deletion: 'delete' },
  'notifications.user_id': { export: { file: 'notifications' }, deletion: 'delete' },
  'recovery_codes.user_id': { export: secret, deletion: 'delete' },
  'saved_reasons.created_by': { export: staff, deletion: 'clear' },
  'saved_searches.user_id': { export: { file: 'saved-searches' }, deletion: 'delete' },
  'script_downloads.user_id': { export: { file: 'downloads' }, deletion: 'delete' },
  'script_invitations.invited_by': { export: 'see the script', deletion: 'clear' },
  'script_invitations.user_id': {
    export: { file: 'invitations', without: ['invited_by'] },
    deletion: 'delete',
  },
  'script_members.user_id': { export: { file: 'script-memberships' }, deletion: 'delete' },
  'script_removals.removed_by': { export: staff, deletion: record },
  'script_removals.restored_by': { export: staff, deletion: record },
  'script_versions.created_by': { export: 'see scripts', deletion: authorship },
  'script_versions.withdrawn_by': { export: 'see scripts', deletion: authorship },
  'scripts.user_id': { export: { file: 'scripts' }, deletion: authorship },
  'sessions.ip': { export: 'see user_id', deletion: 'delete' },
  'sessions.user_id': { export: { file: 'sessions', without: ['hash'] }, deletion: 'delete' },
  'sign_in_attempts.ip': { export: 'see user_id', deletion: 'delete' },
  'sign_in_attempts.user_id': { export: { file: 'sign-ins' }, deletion: 'delete' },
  'site_settings.updated_by': { export: staff, deletion: 'clear' },
  'style_assignments.user_id': { export: { file: 'name-styles' }, deletion: 'delete' },
  'suspensions.issued_by': { export: staff, deletion: record },
  'suspensions.issuer_name': { export: staff, deletion: record },
  'suspensions.user_id': {
    export: { file: 'suspensions', without: ['issued_by', 'issuer_name'] },
    deletion: record,
  },
  'takedown_notices.email': { export: 'data of the sender of a notice', deletion: record },
  'takedown_scripts.user_id': { export: { file: 'takedowns' }, deletion: record },
  'uploads.user_id': {
    export: 'unfinished files',
    deletion: { keep: 'deleted with its file when it expires' },
  },
  'team_invitations.invited_by': { export: 'see the team', deletion: 'clear' },
  'team_invitations.user_id': {
    export: { file: 'team-invitations', without: ['invited_by'] },
    deletion: 'delete',
  },
  'team_members.user_id': { export: { file: 'teams' }, deletion: 'delete' },
  'teams.id': { export: 'the account of a team, see team_members', deletion: { keep: 'no user' } },
  'teams.removed_by': { export: staff, deletion: record },
  'user_figures.user_id': { export: 'see account', deletion: { keep: internal } },
  'user_notes.author_id': { export: staff, deletion: record },
  'user_notes.author_name': { export: staff, deletion: record },
  'user_notes.user_id': { export: 'notes of the team', deletion: record },
  'user_profiles.removed_by': { export: staff, deletion: record },
  'user_profiles.user_id': { export: { file: 'profile', without: ['removed_by'] }, deletion: 'delete' },
  'users.email': { export: 'see account', deletion: { keep: 'replaced' } },
  'users.email_key': { export: 'see account', deletion: { keep: 'replaced' } },
  'users.email_verified': { export: 'see account', deletion: { keep: 'replaced' } },
  'users.is_owner': { export: 'see account', deletion: { keep: 'owners cannot delete their account' } },
  'users.last_login_ip': { export: 'see account', deletion: 'clear' },
  'users.registration_ip': { export: 'see account', deletion: 'clear' },
  'users.username': { export: 'see account', deletion: { keep: 'replaced' } },
  'users.username_key': { export: 'see account', deletion: { keep: 'replaced' } },
  'version_downloads.user_id': { export: { file: 'version-downloads' }, deletion: 'delete' },
  'works_reports.answered_by': { export: 'see the report', deletion: authorship },
  'works_reports.removed_by': { export: staff, deletion: record },
  'works_reports.user_id': {
    export: { file: 'works-reports', without: ['removed_by', 'answered_by'] },
    deletion: 'delete',
  },
}
