CREATE TABLE "script_heads" (
	"script_id" integer PRIMARY KEY NOT NULL,
	"document" "tsvector" NOT NULL,
	"newest" boolean NOT NULL,
	"views" boolean NOT NULL,
	"downloads" integer
);
--> statement-breakpoint
-- At most 9,000 rows, whatever there are: the beginnings of three indexes.
WITH newest AS MATERIALIZED (
	SELECT id FROM scripts WHERE publication = 'published' ORDER BY created_at DESC, id DESC LIMIT 3000
), viewed AS MATERIALIZED (
	SELECT id FROM scripts WHERE publication = 'published' ORDER BY views DESC, id DESC LIMIT 3000
), downloaded AS MATERIALIZED (
	SELECT id FROM scripts WHERE publication = 'published' ORDER BY downloads DESC, id DESC LIMIT 3000
)
INSERT INTO "script_heads" ("script_id", "document", "newest", "views", "downloads")
SELECT d.script_id, d.document, d.script_id IN (SELECT id FROM newest), d.script_id IN (SELECT id FROM viewed),
	CASE WHEN d.script_id IN (SELECT id FROM downloaded) THEN s.downloads END
FROM (SELECT id FROM newest UNION SELECT id FROM viewed UNION SELECT id FROM downloaded) h
JOIN script_docs d ON d.script_id = h.id
JOIN scripts s ON s.id = h.id;
--> statement-breakpoint
CREATE INDEX "script_heads_document" ON "script_heads" USING gin ("document") WITH (fastupdate=false);--> statement-breakpoint
-- Set rather than built anew: the next write sorts in what is waiting.
ALTER INDEX "script_docs_document" SET (gin_pending_list_limit = 64);--> statement-breakpoint
-- Last: it keeps other nodes from writing scripts until all of this is committed.
ALTER TABLE "script_heads" ADD CONSTRAINT "script_heads_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;
