CREATE TABLE "user_figures" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"total_downloads" integer NOT NULL,
	"reputation" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_figures" ADD CONSTRAINT "user_figures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_figures_downloads" ON "user_figures" USING btree ("total_downloads" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_figures_reputation" ON "user_figures" USING btree ("reputation" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);
--> statement-breakpoint
-- In the same transaction as the row of the person, whoever writes it; only where a figure moves.
CREATE FUNCTION keep_user_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_figures (user_id, total_downloads, reputation)
    VALUES (NEW.id, NEW.total_downloads, NEW.reputation);
  ELSE
    UPDATE user_figures SET total_downloads = NEW.total_downloads, reputation = NEW.reputation
    WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_figures_new AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION keep_user_figures();
--> statement-breakpoint
CREATE TRIGGER users_figures_moved AFTER UPDATE OF "total_downloads", "reputation" ON "users" FOR EACH ROW
WHEN (OLD.total_downloads <> NEW.total_downloads OR OLD.reputation <> NEW.reputation)
EXECUTE FUNCTION keep_user_figures();
--> statement-breakpoint
-- Last: making the triggers keeps other nodes from writing people until all of this is committed.
INSERT INTO "user_figures" ("user_id", "total_downloads", "reputation")
SELECT "id", "total_downloads", "reputation" FROM "users";
