-- Answers that are not known word for word cannot be given again; keys live for a day.
DELETE FROM "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "fingerprint" text NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "answer" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "script_id";
