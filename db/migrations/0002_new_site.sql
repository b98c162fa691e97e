-- What a new site has: decisions.md, "Groups that a new site has", and the eight categories.
INSERT INTO "groups" ("name", "display_name", "description", "color", "priority", "is_default") VALUES
  ('owner', 'Owner', 'Runs this site.', '#d8b36a', 0, false),
  ('administrator', 'Administrator', 'Manages people and content.', '#d9534f', 10, false),
  ('moderator', 'Moderator', 'Looks after scripts and behaviour.', '#4fa3c7', 50, false),
  ('verified', 'Verified', 'Proved their chat account and may submit scripts.', '#5fa777', 500, false),
  ('member', 'Member', 'Every account.', '#ad9c7e', 1000, true);
--> statement-breakpoint
INSERT INTO "group_permissions" ("group_id", "permission_key")
SELECT g."id", k."key" FROM "groups" g JOIN (VALUES
  ('owner', ARRAY['admin.system.access', 'admin.dashboard.view', 'admin.dashboard.manage', 'admin.analytics.view', 'admin.activities.view', 'admin.users.view', 'admin.users.list', 'admin.users.edit.basic', 'admin.users.edit.groups', 'admin.users.edit.status', 'admin.users.edit.notes', 'admin.users.ban', 'admin.groups.view', 'admin.groups.manage', 'admin.scripts.view', 'admin.scripts.moderate', 'admin.categories.view', 'admin.categories.manage', 'admin.styles.view', 'admin.styles.manage', 'admin.partners.view', 'admin.partners.manage', 'scripts.upload', 'scripts.download', 'scripts.rate']),
  ('administrator', ARRAY['admin.system.access', 'admin.dashboard.view', 'admin.dashboard.manage', 'admin.analytics.view', 'admin.activities.view', 'admin.users.view', 'admin.users.list', 'admin.users.edit.basic', 'admin.users.edit.groups', 'admin.users.edit.status', 'admin.users.edit.notes', 'admin.users.ban', 'admin.groups.view', 'admin.groups.manage', 'admin.scripts.view', 'admin.scripts.moderate', 'admin.categories.view', 'admin.categories.manage', 'admin.styles.view', 'admin.styles.manage', 'admin.partners.view', 'admin.partners.manage', 'scripts.upload', 'scripts.download', 'scripts.rate']),
  ('moderator', ARRAY['admin.system.access', 'admin.dashboard.view', 'admin.users.view', 'admin.users.list', 'admin.users.ban', 'admin.scripts.view', 'admin.scripts.moderate', 'admin.activities.view', 'scripts.upload', 'scripts.download', 'scripts.rate']),
  ('verified', ARRAY['scripts.upload', 'scripts.download', 'scripts.rate']),
  ('member', ARRAY['scripts.download', 'scripts.rate'])
) AS given("name", "keys") ON given."name" = g."name" CROSS JOIN LATERAL unnest(given."keys") AS k("key");
--> statement-breakpoint
INSERT INTO "categories" ("name", "name_key", "description", "icon", "color") VALUES
  ('Scripts', 'scripts', 'Gameplay systems, frameworks and standalone resources.', 'Package', '#d8b36a'),
  ('Mapping', 'mapping', 'Maps, interiors and world edits.', 'Map', '#8fae7c'),
  ('Clothes', 'clothes', 'Outfits and accessories.', 'Shirt', '#c98bb0'),
  ('Cars', 'cars', 'Vehicles, handling and liveries.', 'Car', '#6fa8dc'),
  ('Weapons', 'weapons', 'Weapons, attachments and ballistics.', 'Zap', '#e07a5f'),
  ('Jobs', 'jobs', 'Jobs and their tools.', 'Briefcase', '#5fb3a8'),
  ('Housing', 'housing', 'Homes, furniture and property systems.', 'Home', '#b59a72'),
  ('Other', 'other', 'Everything else.', 'Grid', '#9a94a6');
--> statement-breakpoint
INSERT INTO "script_counts" ("category_id", "status")
SELECT c."id", s."status" FROM "categories" c CROSS JOIN (VALUES ('Readable'), ('Decrypted')) AS s("status");
--> statement-breakpoint
INSERT INTO "site_totals" ("id") VALUES (1);
