CREATE TABLE "common_ground" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
