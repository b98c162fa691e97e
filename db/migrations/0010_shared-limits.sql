CREATE UNLOGGED TABLE "limits" (
	"id" text PRIMARY KEY NOT NULL,
	"asked_at" double precision NOT NULL,
	"empty_at" double precision NOT NULL,
	"tolerance" double precision NOT NULL,
	"is_counted" boolean DEFAULT true NOT NULL
);
