/** All permissions with their interface texts. */
export const permissionCatalogue = {
  'scripts.upload': ['Upload scripts', 'Submit scripts and edit their own.'],
  'scripts.download': ['Download scripts', 'Fetch the archive of a script.'],
  'scripts.rate': ['Rate scripts', 'Like and unlike scripts.'],
  'scripts.trusted': [
    'Publish without review',
    'New versions are published without review, unless the scanner finds something of high severity.',
  ],
  'admin.system.access': ['Enter the back office', 'Required for every other back office permission.'],
  'admin.dashboard.view': ['View dashboard', 'See totals, comparison and recent activity.'],
  'admin.dashboard.manage': ['Manage dashboard', 'Create statistics snapshots.'],
  'admin.analytics.view': ['View analytics', 'Open the analytics screen.'],
  'admin.activities.view': ['View activities', 'Read the activity log.'],
  'admin.audit': ['View histories', 'See who changed a user, script or group, with old and new values.'],
  'admin.settings': ['Manage settings', 'Change the name, texts, limits and review mode of the site.'],
  'admin.users.view': ['View users entry', 'See User Management in the sidebar.'],
  'admin.users.list': ['List users', 'Search and read user records.'],
  'admin.users.edit.basic': ['Edit users', 'Change names, addresses, account settings and notes.'],
  'admin.users.edit.groups': ['Edit memberships', 'Add people to groups and remove them.'],
  'admin.users.edit.status': ['Edit status', 'Set accounts active, inactive, suspended or under review.'],
  'admin.users.edit.notes': ['Edit notes', 'Write the notes that only administrators see.'],
  'admin.users.ban': ['Ban users', 'Ban people and lift bans.'],
  'admin.groups.view': ['View groups', 'See groups, permissions and members.'],
  'admin.groups.manage': ['Manage groups', 'Create, change and delete groups.'],
  'admin.scripts.view': ['View script management', 'Open the script management screen.'],
  'admin.scripts.moderate': ['Moderate scripts', 'Edit and delete any script.'],
  'admin.takedowns.manage': ['Manage takedowns', 'Decide takedown notices and block archives and files.'],
  'admin.categories.view': ['View categories', 'Open category management.'],
  'admin.categories.manage': ['Manage categories', 'Create, change and delete categories.'],
  'admin.styles.view': ['View user styles', 'Open user styles and their assignments.'],
  'admin.styles.manage': ['Manage user styles', 'Create, change, assign and delete user styles.'],
  'admin.partners.view': ['View partners', 'Open partner management.'],
  'admin.partners.manage': ['Manage partners', 'Create, change and delete partners.'],
} as const satisfies Record<string, readonly [name: string, description: string]>

export type Permission = keyof typeof permissionCatalogue

export function isPermission(key: string): key is Permission {
  return Object.hasOwn(permissionCatalogue, key)
}

export const permissions = Object.keys(permissionCatalogue).filter(isPermission)

/**
 * The effective permissions of the keys (docs/domain-rules.md, Authority): a `.manage` key includes its `.view`, and
 * `admin.*` keys need admin.system.access. Unknown keys are dropped.
 */
export function effectivePermissions(keys: Iterable<string>): Set<Permission> {
  const held = new Set([...keys].filter(isPermission))
  for (const key of held) {
    const view = key.replace(/\.manage$/, '.view')
    if (isPermission(view)) held.add(view)
  }
  if (held.has('admin.system.access')) return held
  return new Set([...held].filter((key) => !key.startsWith('admin.')))
}

export function holdsAdminKey(held: ReadonlySet<Permission>): boolean {
  return [...held].some((key) => key.startsWith('admin.'))
}
