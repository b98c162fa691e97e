import { createMissingIndexes } from '#platform/database/migrate.ts'
import type { Job } from '#platform/jobs/jobs.ts'

/** The migrations 0022, 0025, 0026, 0033, 0035, 0043, 0048 and 0062 build them on a small site only. */
const indexes = {
  script_downloads_counted: `script_downloads using btree (counted_at, script_id)`,
  scripts_trend: `scripts using btree (trend desc, id desc, status, category_id) where publication = 'published'`,
  scripts_updated: `scripts using btree (updated_at desc, id desc, status, category_id) where publication = 'published'`,
  scripts_attributes: `scripts using btree (attribute_bits, updated_at desc, category_id, status) where publication = 'published'`,
  scripts_not_published: `scripts using btree (created_at desc, id desc) where publication <> 'published'`,
  scripts_with_findings: `scripts using btree (id) where attributes && '{report:high,report:failed}'`,
  script_docs_license: `script_docs using btree (license, script_id) where license is not null`,
  users_username_start: `users using btree (username_key text_pattern_ops)`,
  users_email_start: `users using btree (email_key text_pattern_ops)`,
  users_registration_network: `users using btree (ip_network(registration_ip))`,
  archive_analyses_turns: `archive_analyses using btree (state, priority, turn, requested_at, id) where state <> 'done'`,
  archive_analyses_without_hashes: `archive_analyses using btree (id) where file_hashes is null and pack_key is not null`,
  script_versions_recalled: `script_versions using btree (withdrawn_at desc) where withdrawal_kind = 'security'`,
  archive_findings_listed: `archive_findings using btree (detail) where rule = 'blocklisted-text'`,
  users_login_network: `users using btree (ip_network(last_login_ip))`,
}

/** Builds missing indexes of large tables without stopping writes. */
export const createIndexes: Job = {
  name: 'create-indexes',
  runsAtStart: true,
  abandonOnShutdown: true,
  async run({ db, nodes }) {
    if (!(await nodes.tryLock('create-indexes'))) return
    try {
      await createMissingIndexes(db, indexes)
    } finally {
      await nodes.unlock('create-indexes')
    }
  },
}
