-- "Verified" beside a script would say that the script is. A name that a site chose itself stays.
UPDATE "groups" SET "display_name" = 'Verified member' WHERE "name" = 'verified' AND "display_name" = 'Verified';
