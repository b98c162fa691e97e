CREATE TABLE "deleted_archives" (
	"hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"script_id" integer NOT NULL,
	CONSTRAINT "deleted_archives_hash_user_id_script_id_pk" PRIMARY KEY("hash","user_id","script_id")
);
