-- Archives that releases before versions stored. The script is locked against deletion only.
INSERT INTO "script_versions" ("script_id", "number", "key", "file_name", "extension", "size", "sha256", "entries", "unpacked_size", "created_at", "published_at")
  SELECT f."script_id", s."version", f."key", f."file_name", f."extension", f."size", f."sha256", f."entries", f."unpacked_size", f."created_at",
    CASE WHEN s."publication" = 'published' THEN f."created_at" END
  FROM "script_files" f JOIN "scripts" s ON s."id" = f."script_id"
  WHERE f."key" IS NOT NULL AND NOT EXISTS (SELECT FROM "script_versions" v WHERE v."key" = f."key")
  FOR KEY SHARE OF s
ON CONFLICT ("key") DO NOTHING;--> statement-breakpoint
-- The current version of a published script was published by one of them.
UPDATE "script_versions" v SET "published_at" = v."created_at" FROM "script_files" f, "scripts" s
  WHERE v."published_at" IS NULL AND v."withdrawn_at" IS NULL AND f."key" = v."key" AND s."id" = v."script_id" AND s."publication" = 'published';--> statement-breakpoint
-- Priority 10: after the uploads that wait.
INSERT INTO "archive_analyses" ("sha256", "size", "extension", "priority")
  SELECT DISTINCT ON (v."sha256") v."sha256", v."size", v."extension", 10 FROM "script_versions" v
  WHERE v."key" IS NOT NULL AND NOT EXISTS (SELECT FROM "archive_analyses" a WHERE a."sha256" = v."sha256")
ON CONFLICT ("sha256") DO NOTHING;
