import type { api } from '#contract/api.ts'

type Tag = { name: string; description: string }

/** The groups of the reference, in its order. */
export const tagOfFeature: Record<keyof typeof api, Tag> = {
  auth: { name: 'Sign-in', description: 'Accounts, tokens and password resets.' },
  account: { name: 'Account', description: 'Your profile, password and sessions.' },
  twoFactor: {
    name: 'Two-factor authentication',
    description: 'Codes of an authenticator app as a second step.',
  },
  tokens: { name: 'Access tokens', description: 'Tokens for programs, with scopes and an expiry.' },
  scripts: { name: 'Scripts', description: 'Browse, submit, edit, download and like scripts.' },
  scriptMembers: {
    name: 'Members of a script',
    description: 'Co-authors, invitations and the transfer of a script.',
  },
  teams: { name: 'Teams', description: 'Members who own scripts together, their roles and invitations.' },
  moderatedScripts: {
    name: 'Script moderation',
    description: 'Hidden and restored scripts, for moderators.',
  },
  takedowns: { name: 'Takedown notices', description: 'Notices of owners of rights, and counter-notices.' },
  blocklist: { name: 'Blocklist', description: 'Archives, files, hosts and texts that are not accepted.' },
  versions: { name: 'Versions', description: 'The archives of scripts: reports, files and rules.' },
  follows: {
    name: 'Follows',
    description: 'Scripts, authors and collections that you follow, and saved searches.',
  },
  collections: { name: 'Collections', description: 'Lists of scripts that members make.' },
  notifications: { name: 'Notifications', description: 'News about your scripts and reports.' },
  cases: { name: 'Cases', description: 'Reports, appeals, reviews and takedowns, and what was decided.' },
  moderatedTexts: {
    name: 'Texts for moderators',
    description: 'Texts of members that moderators hide and restore.',
  },
  scriptHistory: { name: 'History of a script', description: 'Who changed it, for its authors.' },
  scriptStatistics: { name: 'Statistics of a script', description: 'Figures for its author.' },
  worksReports: { name: 'Compatibility reports', description: 'How a version works for its users.' },
  install: { name: 'Installation', description: 'How to install a version.' },
  updates: { name: 'Updates', description: 'Which installed scripts have a newer version.' },
  servers: {
    name: 'Server tools',
    description: 'Which scripts and versions a server needs, and which ones it has.',
  },
  categories: { name: 'Categories', description: 'The categories of scripts.' },
  partners: { name: 'Partners', description: 'The partners of the community.' },
  profiles: { name: 'Profiles', description: 'Public profiles of users.' },
  analytics: { name: 'Analytics', description: 'Figures of the site, for administrators.' },
  sitePages: { name: 'Pages', description: 'The texts of the operator.' },
  settings: { name: 'Settings', description: 'What administrators change on the site.' },
  stats: { name: 'Statistics', description: 'Totals of the site, now and earlier.' },
  discord: { name: 'Discord', description: 'Verification with a Discord account.' },
  activities: { name: 'Activities', description: 'The activity log.' },
  userAdmin: { name: 'User management', description: 'Users, for administrators and moderators.' },
  groups: { name: 'Groups', description: 'Groups, their permissions and members.' },
  bans: { name: 'Bans', description: 'Bans of users.' },
  sanctions: { name: 'Bulk actions', description: 'Bans and suspensions of several users, and their undo.' },
  moderatorActs: {
    name: 'Acts of moderators',
    description: 'What a moderator did since a time, and its undo.',
  },
  userStyles: { name: 'User styles', description: 'Styles of usernames and their assignments.' },
  health: { name: 'Health', description: 'For load balancers and monitoring.' },
}

export const filesTag: Tag = {
  name: 'Files',
  description:
    'Uploads, downloads and images at the URLs that other calls return. These routes carry files instead of JSON.',
}
