CREATE TABLE "script_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "script_docs_name";--> statement-breakpoint
CREATE INDEX "script_words_near" ON "script_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "script_docs" DROP COLUMN "name_search";