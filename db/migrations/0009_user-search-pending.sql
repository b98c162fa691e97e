-- Set rather than built anew: the next write sorts in what is waiting.
ALTER INDEX "users_search" SET (gin_pending_list_limit = 64);
