#pragma once

#include "runner/git/repository.hpp"

namespace spl::runner {

/// A name that is no revision, but similar to one; what() suggests that.
class MisspeltRevision : public RevisionError {
 public:
  using RevisionError::RevisionError;
};

}  // namespace spl::runner
