CREATE TABLE "script_days" (
	"script_id" integer NOT NULL,
	"day" date NOT NULL,
	"figure" text NOT NULL,
	"version_id" integer NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "script_days_script_id_day_figure_version_id_source_pk" PRIMARY KEY("script_id","day","figure","version_id","source")
);
--> statement-breakpoint
CREATE TABLE "update_servers" (
	"day" date NOT NULL,
	"script_id" integer NOT NULL,
	"server" text NOT NULL,
	CONSTRAINT "update_servers_day_script_id_server_pk" PRIMARY KEY("day","script_id","server")
);
--> statement-breakpoint
ALTER TABLE "script_days" ADD CONSTRAINT "script_days_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_days_day" ON "script_days" USING btree ("day");--> statement-breakpoint
CREATE FUNCTION count_follower_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A script that is being deleted has no row any more.
  INSERT INTO script_days AS d (script_id, day, figure, version_id, source, count)
  SELECT s.id, (CASE WHEN tg_op = 'INSERT' THEN changed.created_at ELSE now() END AT TIME ZONE 'UTC')::date, 'followers', 0, '',
    sum(CASE WHEN tg_op = 'INSERT' THEN 1 ELSE -1 END)
  FROM changed JOIN scripts s ON s.id = changed.script_id
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (script_id, day, figure, version_id, source) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER follow_days_added AFTER INSERT ON "follows" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_follower_days();--> statement-breakpoint
CREATE TRIGGER follow_days_removed AFTER DELETE ON "follows" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_follower_days();
--> statement-breakpoint
CREATE FUNCTION count_report_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO script_days AS d (script_id, day, figure, version_id, source, count)
  VALUES (new.script_id, (new.created_at AT TIME ZONE 'UTC')::date, 'reports', 0, '', 1)
  ON CONFLICT (script_id, day, figure, version_id, source) DO UPDATE SET count = d.count + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER report_days_added AFTER INSERT ON "works_reports" FOR EACH ROW EXECUTE FUNCTION count_report_days();
