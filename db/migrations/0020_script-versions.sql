CREATE TABLE "archive_analyses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "archive_analyses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"extension" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"priority" smallint NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"milliseconds" integer,
	"revision" text,
	"severity" text,
	"is_whole" boolean DEFAULT true NOT NULL,
	"contents" jsonb,
	"resources" jsonb,
	"resources_total" integer DEFAULT 0 NOT NULL,
	"capabilities" jsonb,
	"summary" jsonb,
	"found" jsonb,
	"counts" jsonb,
	"accepted" integer DEFAULT 0 NOT NULL,
	"high_rules" text[] DEFAULT '{}' NOT NULL,
	"attributes" text[] DEFAULT '{}' NOT NULL,
	"pack_key" text,
	"pack_size" bigint,
	"index_at" bigint,
	CONSTRAINT "archive_analyses_sha256_unique" UNIQUE("sha256"),
	CONSTRAINT "archive_analyses_pack_key_unique" UNIQUE("pack_key")
);
--> statement-breakpoint
CREATE TABLE "archive_findings" (
	"analysis_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"rule" text NOT NULL,
	"severity" text NOT NULL,
	"side" text NOT NULL,
	"path" text NOT NULL,
	"line" integer,
	"excerpt" text NOT NULL,
	"detail" text,
	"is_in_comment" boolean NOT NULL,
	"file_sha256" "bytea" NOT NULL,
	CONSTRAINT "archive_findings_analysis_id_position_pk" PRIMARY KEY("analysis_id","position")
);
--> statement-breakpoint
CREATE TABLE "blocklist_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blocklist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"added_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "finding_verdicts" (
	"rule" text NOT NULL,
	"file_sha256" "bytea" NOT NULL,
	"verdict" text NOT NULL,
	"note" text NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "finding_verdicts_file_sha256_rule_pk" PRIMARY KEY("file_sha256","rule")
);
--> statement-breakpoint
CREATE TABLE "finding_comments" (
	"script_id" integer NOT NULL,
	"rule" text NOT NULL,
	"path" text NOT NULL,
	"text" text NOT NULL,
	"user_id" integer,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "finding_comments_script_id_rule_path_pk" PRIMARY KEY("script_id","rule","path")
);
--> statement-breakpoint
CREATE TABLE "script_resources" (
	"name" text NOT NULL,
	"script_id" integer NOT NULL,
	CONSTRAINT "script_resources_name_script_id_pk" PRIMARY KEY("name","script_id")
);
--> statement-breakpoint
CREATE TABLE "script_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"script_id" integer NOT NULL,
	"number" text NOT NULL,
	"key" text,
	"file_name" text NOT NULL,
	"extension" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"entries" integer NOT NULL,
	"unpacked_size" bigint NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "script_versions_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "archive_findings" ADD CONSTRAINT "archive_findings_analysis_id_archive_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."archive_analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_comments" ADD CONSTRAINT "finding_comments_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_resources" ADD CONSTRAINT "script_resources_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archive_analyses_queue" ON "archive_analyses" USING btree ("state","priority","requested_at","id") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "archive_analyses_revision" ON "archive_analyses" USING btree ("revision","id") WHERE state = 'done';--> statement-breakpoint
CREATE INDEX "archive_findings_file" ON "archive_findings" USING btree ("file_sha256","rule","analysis_id");--> statement-breakpoint
CREATE UNIQUE INDEX "blocklist_entries_value" ON "blocklist_entries" USING btree ("kind","value") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "script_resources_script" ON "script_resources" USING btree ("script_id");--> statement-breakpoint
CREATE INDEX "script_versions_script" ON "script_versions" USING btree ("script_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "script_versions_archive" ON "script_versions" USING btree ("sha256","script_id");--> statement-breakpoint
-- Publicly documented hosts and marks of backdoors for game servers.
INSERT INTO "blocklist_entries" ("kind", "value", "reason")
SELECT 'host', value, 'A published control host of backdoors for game servers' FROM unnest(ARRAY[
	'cipher-panel.me', 'ciphercheats.com', 'blum-panel.me', 'blum-panel.com', 'warden-panel.me', 'gfxpanel.org', 'ketamin.cc',
	'keyx.club', 'dark-utilities.xyz', 'giithub.net', 'kutingplays.com', '9ns1.com', '2ns3.net', 'fivems.lt', 'jking.lt',
	'pqzskjptss.shop', 'abxcgraovp.pics', 'thedreamoffivem.com'
]) AS value
UNION ALL
SELECT 'text', value, 'A published mark of backdoors for game servers' FROM unnest(ARRAY[
	'helperServer', 'Enchanced_Tabs', 'pqzskjptss', 'abxcgraovp', 'eszjqvpjhiou', 'GlobalState.miauss', 'GlobalState.ggWP',
	'MpWxwQeLMRJaDFLKmxVIFNeVfzVKaTBiVRvjBoePYciqfpJzxjNPIXedbOtvIbpDxqdoJR'
]) AS value;
