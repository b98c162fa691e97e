CREATE TABLE "version_downloads" (
	"user_id" integer NOT NULL,
	"version_id" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "version_downloads_user_id_version_id_pk" PRIMARY KEY("user_id","version_id")
);
--> statement-breakpoint
CREATE TABLE "works_counts" (
	"version_id" integer NOT NULL,
	"build" integer NOT NULL,
	"framework" text NOT NULL,
	"works" integer NOT NULL,
	"problems" integer NOT NULL,
	"fails" integer NOT NULL,
	CONSTRAINT "works_counts_version_id_build_framework_pk" PRIMARY KEY("version_id","build","framework")
);
--> statement-breakpoint
CREATE TABLE "works_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "works_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version_id" integer NOT NULL,
	"script_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"framework" text,
	"build" integer,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_by" integer,
	"answered_at" timestamp with time zone,
	"fixed_in" text,
	"removed_at" timestamp with time zone,
	"removed_by" integer,
	"removal_reason" text,
	CONSTRAINT "works_reports_of_user" UNIQUE("user_id","version_id")
);
--> statement-breakpoint
ALTER TABLE "version_downloads" ADD CONSTRAINT "version_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_downloads" ADD CONSTRAINT "version_downloads_version_id_script_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."script_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works_counts" ADD CONSTRAINT "works_counts_version_id_script_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."script_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works_reports" ADD CONSTRAINT "works_reports_version_id_script_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."script_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works_reports" ADD CONSTRAINT "works_reports_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works_reports" ADD CONSTRAINT "works_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "version_downloads_version" ON "version_downloads" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "works_reports_version" ON "works_reports" USING btree ("version_id","id" DESC NULLS FIRST) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "works_reports_script" ON "works_reports" USING btree ("script_id");--> statement-breakpoint
CREATE FUNCTION count_works_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of the version come first, so that reports on one version wait for each other in the same order.
  IF tg_op <> 'INSERT' AND old.removed_at IS NULL THEN
    UPDATE works_counts SET works = works - (old.outcome = 'works')::int, problems = problems - (old.outcome = 'problems')::int,
      fails = fails - (old.outcome = 'fails')::int
    WHERE version_id = old.version_id AND build = 0 AND framework = 'all';
    UPDATE works_counts SET works = works - (old.outcome = 'works')::int, problems = problems - (old.outcome = 'problems')::int,
      fails = fails - (old.outcome = 'fails')::int
    WHERE version_id = old.version_id AND build = coalesce(old.build, 0) AND framework = coalesce(old.framework, '');
  END IF;
  IF tg_op <> 'DELETE' AND new.removed_at IS NULL THEN
    INSERT INTO works_counts AS c (version_id, build, framework, works, problems, fails)
    VALUES (new.version_id, 0, 'all', (new.outcome = 'works')::int, (new.outcome = 'problems')::int, (new.outcome = 'fails')::int)
    ON CONFLICT (version_id, build, framework) DO UPDATE
    SET works = c.works + excluded.works, problems = c.problems + excluded.problems, fails = c.fails + excluded.fails;
    INSERT INTO works_counts AS c (version_id, build, framework, works, problems, fails)
    VALUES (new.version_id, coalesce(new.build, 0), coalesce(new.framework, ''), (new.outcome = 'works')::int,
      (new.outcome = 'problems')::int, (new.outcome = 'fails')::int)
    ON CONFLICT (version_id, build, framework) DO UPDATE
    SET works = c.works + excluded.works, problems = c.problems + excluded.problems, fails = c.fails + excluded.fails;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER works_reports_counted AFTER INSERT OR UPDATE OF outcome, framework, build, removed_at OR DELETE ON "works_reports" FOR EACH ROW EXECUTE FUNCTION count_works_reports();
